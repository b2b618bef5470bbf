(** Number Duel and Strategy Stacks: answer every number with its partner (undirected vertex geography).

    The graph: numbers, some of them linked (symmetrically). A matching is a set of pairs of linked numbers in which no
    number is twice; it covers the numbers of its pairs and misses the others; a maximum matching has the most pairs.

    [winning_moves]    a legal move, the opening included, wins exactly when some maximum matching of the unused
                       numbers misses it
    [pairing]          so the mover wins exactly when some legal move is missed by some maximum matching
    [geography], [geography_wins]   with u just played and R unused, the player to move loses exactly when some maximum
                       matching of u and R misses u, and wins exactly when every one covers u
    [partners_answer]  the winner can answer to the end from one fixed list of partners: a maximum matching that
                       misses u
    [missable_iff]     some maximum matching misses a number exactly when the rest still makes as many pairs; [nu]
                       computes the most pairs that some numbers make

    The theorems hold for every symmetric link and every restriction of the opening, such as Juniper Green's even
    opening. Fraenkel, Scheinerman and Ullman (1993) give the game; no augmenting paths are needed, for everything
    follows from sizes of matchings: if the opponent plays x, with partner y in the maximum matching M that misses u,
    then M without x-y is a maximum matching of the rest and misses y; for a larger one, with u-x, would beat M. *)
From Coq Require Import List Arith Lia Bool PeanoNat Permutation.
From Outnumber Require Import Game Counting.
Import ListNotations.

Section Graph.
Variable adj : nat -> nat -> bool.
Hypothesis sym : forall a b, adj a b = adj b a.

Definition edge := (nat * nat)%type.
Definition ends (M : list edge) : list nat := flat_map (fun e => [fst e; snd e]) M.
Definition linked (e : edge) : Prop := adj (fst e) (snd e) = true.
(** [M] is a matching of the numbers [U]: linked numbers of [U], none in two pairs. *)
Definition matching (M : list edge) (U : list nat) : Prop :=
  Forall linked M /\ NoDup (ends M) /\ incl (ends M) U.
Definition maximum M U := matching M U /\ forall N, matching N U -> length N <= length M.
Definition pair (M : list edge) x y := In (x, y) M \/ In (y, x) M.

(** ** Taking a pair out, putting one in. *)
Lemma ends_app : forall A B, ends (A ++ B) = ends A ++ ends B.
Proof. intros. apply flat_map_app. Qed.

Lemma covered : forall M x, In x (ends M) -> exists y, pair M x y.
Proof.
  intros M x H. apply in_flat_map in H as [[a b] [Hin Hx]]. simpl in Hx.
  destruct Hx as [->|[->|[]]]; [exists b; left | exists a; right]; auto.
Qed.

Lemma pair_ends : forall M x y, pair M x y -> In x (ends M) /\ In y (ends M).
Proof.
  intros M x y [H|H]; split; apply in_flat_map; eexists; (split; [exact H|simpl; auto]).
Qed.

Lemma take : forall M U x y, matching M U -> pair M x y ->
  exists M', length M = S (length M') /\ matching M' (rem x (rem y U)) /\
    adj x y = true /\ x <> y /\ In x U /\ In y U /\
    (forall a b, pair M' a b -> pair M a b) /\
    (forall a b, pair M a b -> a <> x -> a <> y -> pair M' a b).
Proof.
  assert (G : forall M U x y a b, (a, b) = (x, y) \/ (a, b) = (y, x) -> matching M U -> In (a, b) M ->
    exists M', length M = S (length M') /\ matching M' (rem x (rem y U)) /\
    adj x y = true /\ x <> y /\ In x U /\ In y U /\
    (forall c d, pair M' c d -> pair M c d) /\
    (forall c d, pair M c d -> c <> x -> c <> y -> pair M' c d)).
  { intros M U x y a b E (Hl & Hd & Hi) Hin.
    apply in_split in Hin as [M1 [M2 ->]]. exists (M1 ++ M2).
    rewrite ends_app in Hd, Hi. simpl in Hd, Hi.
    apply Forall_app in Hl as [L1 L2]. inversion L2 as [|? ? Hab L2']; subst. unfold linked in Hab; simpl in Hab.
    assert (P : Permutation (ends M1 ++ a :: b :: ends M2) (a :: b :: ends (M1 ++ M2))).
    { rewrite ends_app. symmetry. rewrite Permutation_middle, Permutation_middle. reflexivity. }
    assert (Hd' := Permutation_NoDup P Hd).
    inversion Hd' as [|? ? Na Hd'']; subst. inversion Hd'' as [|? ? Nb Hd3]; subst.
    simpl in Na.
    assert (Ha : In a U) by (apply Hi, in_or_app; simpl; auto).
    assert (Hb : In b U) by (apply Hi, in_or_app; simpl; auto).
    assert (X : adj x y = true /\ x <> y /\ In x U /\ In y U /\ ~ In x (ends (M1 ++ M2)) /\ ~ In y (ends (M1 ++ M2))).
    { destruct E as [E|E]; inversion E; subst; repeat split; auto; try tauto; try (intro; subst; tauto).
    now rewrite sym. }
    destruct X as (X1 & X2 & X3 & X4 & X5 & X6). repeat split; auto.
    - rewrite !app_length. simpl. lia.
    - apply Forall_app; auto.
    - intros z Hz. assert (z <> x) by (intros ->; auto). assert (z <> y) by (intros ->; auto).
      apply in_in_remove; auto. apply in_in_remove; auto. apply Hi.
      rewrite ends_app in Hz. apply in_app_or in Hz. apply in_or_app. simpl. tauto.
    - intros c d [H|H]; [left|right]; apply in_app_or in H; apply in_or_app; simpl; tauto.
    - intros c d [H|H] Hx Hy; [left|right]; apply in_app_or in H; apply in_or_app; simpl in H;
        destruct H as [H|[H|H]]; auto; exfalso; destruct E as [E|E]; inversion E; subst; congruence. }
  intros M U x y Hm [H|H]; [apply (G M U x y x y) | apply (G M U x y y x)]; auto.
Qed.

Lemma put : forall M U x y, matching M (rem x (rem y U)) -> adj x y = true -> x <> y -> In x U -> In y U ->
  matching ((x, y) :: M) U.
Proof.
  intros M U x y (Hl & Hd & Hi) Ha Hne Hx Hy. repeat split.
  - constructor; auto.
  - simpl. constructor; [|constructor; auto].
    + intros [->|H]; [congruence|]. apply Hi in H. now apply remove_In in H.
    + intro H. apply Hi in H. apply in_remove in H as [H _]. now apply remove_In in H.
  - intros z [<-|[<-|Hz]]; auto. apply Hi in Hz. apply in_remove in Hz as [Hz _]. now apply in_remove in Hz.
Qed.

Lemma wider : forall M U V, matching M U -> (forall x, In x (ends M) -> In x U -> In x V) -> matching M V.
Proof. intros M U V (Hl & Hd & Hi) H. repeat split; auto. intros x Hx. auto. Qed.

(** ** The game: the last number, if any, and what is unused; [opening] says which numbers may come first. *)
Variable opening : nat -> bool.
Definition position := (option nat * list nat)%type.
Definition moves (p : position) : list nat :=
  filter (match fst p with None => opening | Some u => adj u end) (snd p).
Definition play (p : position) (m : nat) : position := (Some m, rem m (snd p)).
Notation wins := (wins position moves play).
Notation loses := (loses position moves play).

(** ** The pairing strategy. Whoever has just played [u], and has a maximum matching of [u] and the rest
    that misses [u], answers every number with its partner in that one matching, to the end. *)
Inductive answers (M : list edge) : nat * list nat -> Prop :=
| answers_all : forall u R,
    (forall x, In x R -> adj u x = true ->
       exists y, pair M x y /\ In y (rem x R) /\ adj x y = true /\ answers M (y, rem y (rem x R))) ->
    answers M (u, R).

Theorem partners_answer : forall n R u M N, length R <= n -> ~ In u R ->
  maximum M (u :: R) -> ~ In u (ends M) -> (forall a b, pair M a b -> pair N a b) -> answers N (u, R).
Proof.
  induction n as [|n IH]; intros R u M N Hn Hu [Hm Hmax] Hmiss Hsub; constructor; intros x Hx Hux.
  { destruct R; simpl in *; [tauto|lia]. }
  assert (Hxu : u <> x) by (intros ->; auto).
  (* x is covered: else u-x could be added *)
  destruct (in_dec Nat.eq_dec x (ends M)) as [Hc|Hc].
  2:{ exfalso. assert (Hbig : matching ((u, x) :: M) (u :: R)).
      { apply put; [|auto|auto|simpl; auto|simpl; auto]. apply wider with (u :: R); auto. intros z Hz Hz'.
        apply in_in_remove; [intros ->; auto|]. apply in_in_remove; [intros ->; auto|]. auto. }
      apply Hmax in Hbig. simpl in Hbig. lia. }
  destruct (covered _ _ Hc) as [y Hy]. exists y.
  destruct (take _ _ _ _ Hm Hy) as (M' & HL & HM' & Hxy & Hne & _ & HyU & Hsub' & _).
  assert (Hyu : y <> u) by (intros ->; apply pair_ends in Hy; tauto).
  assert (HyR : In y R) by (destruct HyU; [congruence|auto]).
  assert (Hyr : In y (rem x R)) by (apply in_in_remove; auto).
  assert (Hin : ~ In u (ends M')).
  { intro H. apply covered in H as [z Hz]. apply Hsub' in Hz. apply pair_ends in Hz. tauto. }
  split; [auto|split; [auto|split; [auto|]]].
  apply IH with M'.
  - assert (L1 := remove_length_lt Nat.eq_dec R x Hx). assert (L2 := remove_length_lt Nat.eq_dec _ y Hyr). lia.
  - apply remove_In.
  - (* M' is a maximum matching of what is left and y: with u-x, a larger one would be larger than M *)
    split.
    + apply wider with (rem x (rem y (u :: R))); auto. intros z Hz Hz'.
      apply in_remove in Hz' as [Hz' Zx]. apply in_remove in Hz' as [Hz' Zy].
      right. apply in_in_remove; auto. apply in_in_remove; auto. destruct Hz'; [subst; tauto|auto].
    + intros N' HN. assert (Hbig : matching ((u, x) :: N') (u :: R)).
      { apply put; [|auto|auto|simpl; auto|simpl; auto]. apply wider with (y :: rem y (rem x R)); auto. intros z _ Hz.
        assert (In z R /\ z <> x) as [Z1 Z2].
        { destruct Hz as [<-|Hz]; auto. apply in_remove in Hz as [Hz _]. now apply in_remove in Hz. }
        assert (z <> u) by (intros ->; auto). apply in_in_remove; auto. apply in_in_remove; simpl; auto. }
      apply Hmax in Hbig. simpl in Hbig. lia.
  - intro H. destruct HM' as (_ & _ & Hi). apply Hi in H. apply in_remove in H as [H _]. now apply remove_In in H.
  - intros; auto.
Qed.

Lemma answers_lose : forall n N u R, length R <= n -> answers N (u, R) -> loses (Some u, R).
Proof.
  induction n as [|n IH]; intros N u R Hn Ha; inversion Ha as [u' R' H]; subst; constructor;
    intros x Hx; apply filter_In in Hx as [Hx Hux]; simpl in *.
  { destruct R; simpl in *; [tauto|lia]. }
  destruct (H x Hx Hux) as (y & _ & Hy & Hxy & Hans).
  apply wins_by with y; [now apply filter_In|].
  change (loses (Some y, rem y (rem x R))). apply IH with N; auto.
  assert (L1 := remove_length_lt Nat.eq_dec R x Hx). assert (L2 := remove_length_lt Nat.eq_dec _ y Hy). lia.
Qed.

(** A number that some maximum matching misses is a winning move. *)
Theorem missed_wins : forall u R M, ~ In u R -> maximum M (u :: R) -> ~ In u (ends M) -> loses (Some u, R).
Proof.
  intros u R M Hu HM Hm. apply answers_lose with (length R) M; auto.
  apply partners_answer with (length R) M; auto.
Qed.

(** A number that every maximum matching covers is a losing move: the opponent answers with its partner. *)
Theorem covered_loses : forall u R M, ~ In u R -> maximum M (u :: R) ->
  (forall N, maximum N (u :: R) -> In u (ends N)) -> wins (Some u, R).
Proof.
  intros u R M Hu HM Hall. assert (Hc := Hall M HM). destruct (covered _ _ Hc) as [y Hy].
  destruct HM as [Hm Hmax]. destruct (take _ _ _ _ Hm Hy) as (M' & HL & HM' & Huy & Hne & _ & HyU & _ & _).
  assert (HyR : In y R) by (destruct HyU; [congruence|auto]).
  assert (HM2 : matching M' R).
  { apply wider with (rem u (rem y (u :: R))); auto. intros z _ Hz. apply in_remove in Hz as [Hz Z].
    apply in_remove in Hz as [Hz _]. destruct Hz; [congruence|auto]. }
  apply wins_by with y; [now apply filter_In|].
  apply missed_wins with M'.
  - apply remove_In.
  - split.
    + apply wider with R; auto. intros z Hz _. destruct (Nat.eq_dec z y); [left; auto|right].
      apply in_in_remove; auto. now apply HM2.
    + intros N HN. assert (HN' : matching N R).
      { apply wider with (y :: rem y R); auto. intros z _ [<-|Hz]; auto. now apply in_remove in Hz. }
      destruct (le_lt_dec (length N) (length M')) as [|Hlt]; auto. exfalso.
      apply Hu. assert (HNU : matching N (u :: R)) by (apply wider with R; simpl; auto).
      apply HN'. apply Hall. split; auto. intros K HK. apply Hmax in HK. lia.
  - intro H. apply HM' in H. apply in_remove in H as [H _]. now apply remove_In in H.
Qed.

(** ** Maximum matchings exist, and are computable: so the two theorems are one equivalence. *)
Lemma bounded : forall M U, matching M U -> 2 * length M <= length U.
Proof.
  intros M U (_ & Hd & Hi). apply (NoDup_incl_length Hd) in Hi.
  replace (2 * length M) with (length (ends M)); auto.
  clear. induction M; simpl; auto. rewrite IHM. lia.
Qed.

Fixpoint nu (n : nat) (U : list nat) : nat :=
  match n, U with
  | S n, a :: R => list_max (nu n R :: map (fun x => S (nu n (rem x R))) (filter (fun x => adj a x && negb (a =? x)) R))
  | _, _ => 0
  end.

Lemma list_max_in : forall l x, In x l -> x <= list_max l.
Proof. intros l x H. assert (F := proj1 (list_max_le l _) (le_n _)). rewrite Forall_forall in F. auto. Qed.

Lemma list_max_one : forall a l, In (list_max (a :: l)) (a :: l).
Proof.
  intros a l. revert a. induction l as [|b l IH]; intro a.
  - simpl. left. lia.
  - destruct (IH b) as [E|E].
    + change (list_max (a :: b :: l)) with (Nat.max a (list_max (b :: l))). rewrite <- E.
      destruct (Nat.max_spec a b) as [[_ ->]|[_ ->]]; simpl; auto.
    + change (list_max (a :: b :: l)) with (Nat.max a (list_max (b :: l))).
      destruct (Nat.max_spec a (list_max (b :: l))) as [[_ ->]|[_ ->]]; [right; right; auto|left; auto].
Qed.

Lemma empty : forall U, matching [] U.
Proof. intro U. repeat split; simpl; auto using NoDup_nil, incl_nil_l. Qed.

Lemma nu_is : forall n U, length U <= n -> NoDup U -> exists M, matching M U /\ length M = nu n U.
Proof.
  induction n as [|n IH]; intros U Hn Hd.
  { destruct U; simpl in *; [|lia]. exists []. split; auto using empty. }
  destruct U as [|a R]. { exists []. split; auto using empty. }
  simpl in Hn. inversion Hd as [|? ? Ha HdR]; subst.
  destruct (list_max_one (nu n R) (map (fun x => S (nu n (rem x R))) (filter (fun x => adj a x && negb (a =? x)) R)))
    as [E|E].
  - destruct (IH R) as [M [H1 H2]]; [lia|auto|]. exists M. split; [apply wider with R; simpl; auto|].
    rewrite H2. exact E.
  - apply in_map_iff in E as [x [E Hx]]. apply filter_In in Hx as [Hx Hax].
    apply andb_true_iff in Hax as [Hax Hne]. apply negb_true_iff, Nat.eqb_neq in Hne.
    assert (L := remove_length_lt Nat.eq_dec R x Hx).
    destruct (IH (rem x R)) as [M2 [K1 K2]]; [lia|now apply NoDup_remove|].
    exists ((a, x) :: M2). split.
    + apply put; [|auto|auto|simpl; auto|simpl; auto]. apply wider with (rem x R); auto. intros z Hz Hz'.
      apply in_remove in Hz' as [Z1 Z2].
      apply in_in_remove; [intros ->; auto|]. apply in_in_remove; simpl; auto.
    + change (length ((a, x) :: M2)) with (S (length M2)). rewrite K2. exact E.
Qed.

Lemma nu_most : forall n U M, length U <= n -> NoDup U -> matching M U -> length M <= nu n U.
Proof. clear opening.
  induction n as [|n IH]; intros U M Hn Hd Hm.
  { apply bounded in Hm. lia. }
  destruct U as [|a R]. { apply bounded in Hm. simpl in Hm. lia. }
  simpl in Hn. inversion Hd as [|? ? Ha HdR]; subst.
  assert (B : forall k, In k (nu n R :: map (fun x => S (nu n (rem x R))) (filter (fun x => adj a x && negb (a =? x))
    R)) ->
    length M <= k -> length M <= nu (S n) (a :: R)).
  { intros k Hk Hl. apply list_max_in in Hk. simpl. simpl in Hk. lia. }
  destruct (in_dec Nat.eq_dec a (ends M)) as [Hc|Hc].
  - destruct (covered _ _ Hc) as [y Hy].
    destruct (take _ _ _ _ Hm Hy) as (M' & HL & HM' & Hay & Hne & _ & HyU & _ & _).
    assert (HyR : In y R) by (destruct HyU; [congruence|auto]).
    apply (B (S (nu n (rem y R)))).
    + right. apply in_map_iff. exists y. split; auto. apply filter_In. split; auto.
      rewrite Hay. simpl. apply negb_true_iff, Nat.eqb_neq; auto.
    + rewrite HL. apply le_n_S. apply IH; [|now apply NoDup_remove|].
      * assert (L := remove_length_lt Nat.eq_dec R y HyR). lia.
      * apply wider with (rem a (rem y (a :: R))); auto. intros z _ Hz. apply in_remove in Hz as [Hz Z1].
        apply in_remove in Hz as [[Hz|Hz] Z2]; [congruence|]. apply in_in_remove; auto.
  - apply (B (nu n R)); [left; auto|]. apply IH; [lia|auto|]. apply wider with (a :: R); auto.
    intros z Hz [<-|]; [tauto|auto].
Qed.

Lemma maximum_exists : forall U, NoDup U -> exists M, maximum M U.
Proof. clear opening.
  intros U Hd. destruct (nu_is (length U) U (le_n _) Hd) as [M [H1 H2]]. exists M. split; auto.
  intros N HN. apply (nu_most (length U)) in HN; auto. lia.
Qed.

(** Undirected vertex geography (Fraenkel, Scheinerman, Ullman 1993): with [u] just played and [R] unused,
    the player to move loses exactly if some maximum matching of [u] and [R] misses [u]. *)
Theorem geography : forall u R, NoDup (u :: R) ->
  (loses (Some u, R) <-> exists M, maximum M (u :: R) /\ ~ In u (ends M)).
Proof.
  intros u R Hd. inversion Hd as [|? ? Hu HdR]; subst. split.
  - intro L. destruct (maximum_exists (u :: R) Hd) as [M HM]. destruct (maximum_exists R HdR) as [K HK].
    destruct (Nat.eq_dec (length K) (length M)) as [E|E].
    + exists K. split; [split|].
      * apply wider with R; simpl; auto. apply HK.
      * intros N HN. apply HM in HN. lia.
      * intro H. apply Hu. now apply HK.
    + exfalso. apply (not_both position moves play (Some u, R)); auto.
      apply covered_loses with M; auto. intros N HN.
      destruct (in_dec Nat.eq_dec u (ends N)) as [|Hn]; auto. exfalso.
      assert (HNR : matching N R) by (apply wider with (u :: R); [apply HN|]; intros z Hz [<-|]; [tauto|auto]).
      apply HK in HNR. assert (length M <= length N) by (apply HN, HM).
      assert (matching K (u :: R)) as HKU by (apply wider with R; simpl; auto; apply HK).
      apply HM in HKU. lia.
  - intros [M [HM Hm]]. now apply missed_wins with M.
Qed.
Theorem geography_wins : forall u R, NoDup (u :: R) ->
  (wins (Some u, R) <-> forall M, maximum M (u :: R) -> In u (ends M)).
Proof.
  intros u R Hd. inversion Hd as [|? ? Hu HdR]; subst. split.
  - intros W M HM. destruct (in_dec Nat.eq_dec u (ends M)) as [|Hn]; auto. exfalso.
    apply (not_both position moves play (Some u, R)); auto. now apply missed_wins with M.
  - intro H. destruct (maximum_exists (u :: R) Hd) as [M HM]. now apply covered_loses with M.
Qed.

(** ** The theorems, about the search by the rules *)
Lemma same_set : forall m U N, In m U -> (maximum N U <-> maximum N (m :: rem m U)).
Proof.
  intros m U N Hm.
  assert (E : forall K, matching K U <-> matching K (m :: rem m U)).
  { intro K. split; intro H.
    - apply wider with U; auto. intros z _ Hz. destruct (Nat.eq_dec m z); [left; auto|right; apply in_in_remove; auto].
    - apply wider with (m :: rem m U); auto. intros z _ [<-|Hz]; auto. now apply in_remove in Hz. }
  unfold maximum. split; intros [H1 H2]; split; try (now apply E); intros K HK; apply H2; now apply E.
Qed.

Definition ok (p : position) : Prop := NoDup (snd p).
Definition left (p : position) : nat := length (snd p).
Lemma ends_soon : forall p m, ok p -> In m (moves p) -> left (play p m) < left p.
Proof. intros p m _ H. apply filter_In in H as [H _]. now apply remove_length_lt. Qed.
Lemma stays : forall p m, ok p -> In m (moves p) -> ok (play p m).
Proof. intros p m H _. now apply NoDup_remove. Qed.

Definition missed (m : nat) (U : list nat) : Prop := exists M, maximum M U /\ ~ In m (ends M).

Lemma loses_missed : forall p m, ok p -> In m (moves p) -> (loses (play p m) <-> missed m (snd p)).
Proof.
  intros [u U] m Ho Hm. apply filter_In in Hm as [Hm _]. unfold play, ok in *; simpl in *.
  rewrite geography by (constructor; [apply remove_In|now apply NoDup_remove]).
  unfold missed. split; intros [M [H1 H2]]; exists M; split; auto; now apply (same_set m U M Hm).
Qed.

Theorem winning_moves : forall n b p m, ok p -> left p <= n ->
  (In m (normal_winning position moves play n (b, p)) <-> In m (moves p) /\ missed m (snd p)).
Proof.
  intros n b p m Ho Hn. rewrite (winning_loses position moves play left ok ends_soon stays); auto.
  split; intros [H1 H2]; split; auto; now apply loses_missed.
Qed.

Theorem pairing : forall n b p, ok p -> left p < n ->
  (fst (normal_value position moves play n (b, p)) = b <-> exists m, In m (moves p) /\ missed m (snd p)).
Proof.
  intros n b p Ho Hn. rewrite <- (wins_value position moves play left ok ends_soon stays); auto. split.
  - intro H. inversion H as [s m Hm Hl]; subst. exists m. split; auto. now apply loses_missed.
  - intros [m [H1 H2]]. apply wins_by with m; auto. now apply loses_missed.
Qed.

(** ** A formula for small graphs *)
Definition missable (U : list nat) (m : nat) : bool := nu (length U) U =? nu (length U) (rem m U).
Theorem missable_iff : forall U m, NoDup U -> In m U -> (missable U m = true <-> missed m U).
Proof. clear opening.
  intros U m Hd Hm. unfold missable. rewrite Nat.eqb_eq.
  assert (L := remove_length_lt Nat.eq_dec U m Hm). assert (Hr := NoDup_remove m U Hd).
  destruct (nu_is (length U) U (le_n _) Hd) as [M [M1 M2]].
  destruct (nu_is (length U) (rem m U) ltac:(lia) Hr) as [N [N1 N2]].
  assert (NU : matching N U).
  { apply wider with (rem m U); auto. intros x _ Hx. now apply in_remove in Hx. }
  split.
  - intro E. exists N. split; [split; auto|].
    + intros K HK. apply (nu_most (length U)) in HK; auto. lia.
    + intro H. apply N1 in H. now apply remove_In in H.
  - intros [K [[K1 K2] K3]]. assert (KR : matching K (rem m U)).
    { apply wider with U; auto. intros x Hx Hx'. apply in_in_remove; auto. intros ->; auto. }
    apply K2 in M1. apply (nu_most (length U)) in KR, NU; auto; lia.
Qed.
End Graph.
