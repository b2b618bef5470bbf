(** A checker for pairing certificates, and that it confirms nothing false.

    A certificate for the unused numbers U has pairs, a barrier, a part for every number outside the barrier, and for
    each winning move an alternating path. The checker confirms that

    - the pairs are a matching of U, and the barrier proves it maximum (Tutte and Berge): without the barrier, U falls
      into parts between which there is no link, and as many numbers are left over as there are more odd parts than
      numbers in the barrier;
    - a path leads from each winning move, over pair and link in turns, to a number without a partner: exchange its
      pairs and links, and the matching misses the move;
    - every other legal move is in the barrier or in an even part.

    [berge]        no matching has more pairs than barrier and parts allow
    [never]        what is in the barrier or in an even part, every maximum matching covers
    [path_misses]  some maximum matching misses the head of a path
    [check_sound]  so a confirmed certificate names exactly the legal moves that some maximum matching misses, which
                   are the winning ones (Pairing.v)

    The parts are only a hint: their source need not be trusted, and they need not be connected. Sets and tables are
    balanced trees (FMapAVL of the standard library), so that a range of 1,000 takes a fraction of a second. *)
From Coq Require Import List Arith Lia Bool PeanoNat Permutation FMapAVL FMapFacts OrderedTypeEx.
From Outnumber Require Import Game Counting Pairing.
Import ListNotations.

(** ** Sets and tables *)
Module Map := FMapAVL.Make Nat_as_OT.
Module Facts := FMapFacts.WFacts_fun Nat_as_OT Map.

Definition table {A} (l : list (nat * A)) : Map.t A :=
  fold_right (fun e t => Map.add (fst e) (snd e) t) (Map.empty A) l.
Definition set (l : list nat) : Map.t unit := table (map (fun x => (x, tt)) l).

Lemma table_in : forall A (l : list (nat * A)) x v, Map.find x (table l) = Some v -> In (x, v) l.
Proof.
  induction l as [|[y w] l IH]; simpl; intros x v H.
  - rewrite Facts.empty_o in H. discriminate.
  - rewrite Facts.add_o in H. destruct (Nat_as_OT.eq_dec y x) as [->|]; [inversion H; auto|auto].
Qed.

Section Graph.
Variable adj : nat -> nat -> bool.
Hypothesis sym : forall a b, adj a b = adj b a.
Notation matching := (matching adj).
Notation maximum := (maximum adj).

Definition mem (x : nat) (l : list nat) : bool := existsb (Nat.eqb x) l.
Lemma memP : forall x l, mem x l = true <-> In x l.
Proof.
  intros. unfold mem. rewrite existsb_exists. split.
  - intros [y [H E]]. apply Nat.eqb_eq in E. now subst.
  - intro H. exists x. split; auto. apply Nat.eqb_refl.
Qed.
Lemma memN : forall x l, mem x l = false <-> ~ In x l.
Proof. intros. rewrite <- memP. destruct (mem x l); split; congruence. Qed.

(** ** Odd parts. *)
Section Parts.
Variable part : nat -> nat.
Variable labels : list nat.
Hypothesis labels_once : NoDup labels.

Definition inside (B : list nat) (l x : nat) : bool := negb (mem x B) && (part x =? l).
Definition count (B U : list nat) (l : nat) : nat := length (filter (inside B l) U).
Definition odds (B U : list nat) : nat := length (filter (fun l => Nat.odd (count B U l)) labels).

Lemma count_rem : forall P U a, NoDup U -> In a U ->
  length (filter P U) = (if P a then 1 else 0) + length (filter P (rem a U)).
Proof.
  intros P U a Hd Hin. induction U as [|x U IH]; [destruct Hin|]. inversion Hd; subst. simpl.
  destruct (Nat.eq_dec a x) as [->|Hne].
  - rewrite notin_remove by auto. destruct (P x); auto.
  - destruct Hin; [congruence|]. simpl. destruct (P x); simpl; rewrite IH; auto.
Qed.

Lemma rem_length : forall U a, NoDup U -> In a U -> length U = S (length (rem a U)).
Proof. intros. symmetry. now apply remove_length_in. Qed.

Lemma filter_all : forall g h (l : list nat), (forall x, In x l -> g x = h x) ->
  length (filter g l) = length (filter h l).
Proof. intros. now rewrite (filter_ext_in g h). Qed.

(** Two sets of labels that agree but on one. *)
Lemma one_more : forall g h l0, (forall l, l <> l0 -> g l = h l) ->
  length (filter g labels) <= S (length (filter h labels)).
Proof.
  intros g h l0 H. destruct (in_dec Nat.eq_dec l0 labels) as [Hin|Hin].
  - rewrite (count_rem g labels l0), (count_rem h labels l0); auto.
    rewrite (filter_all g h). { destruct (g l0), (h l0); lia. }
    intros x Hx. apply H. intros ->. now apply remove_In in Hx.
  - rewrite (filter_all g h); auto. intros x Hx. apply H. intros ->. auto.
Qed.

Lemma one_exactly : forall g h l0, (forall l, l <> l0 -> g l = h l) -> In l0 labels ->
  g l0 = false -> h l0 = true -> length (filter h labels) = S (length (filter g labels)).
Proof.
  intros g h l0 H Hin Hg Hh. rewrite (count_rem g labels l0), (count_rem h labels l0); auto.
  rewrite Hg, Hh, (filter_all g h); auto. intros x Hx. apply H. intros ->. now apply remove_In in Hx.
Qed.

Lemma odds_bound : forall B U, odds B U <= length U.
Proof.
  intros B U. unfold odds. rewrite <- (map_length part U). apply NoDup_incl_length.
  - now apply NoDup_filter.
  - intros l Hl. apply filter_In in Hl as [_ Hl]. unfold count in Hl.
    destruct (filter (inside B l) U) as [|x r] eqn:E; [discriminate|].
    assert (Hx : In x (filter (inside B l) U)) by (rewrite E; left; auto).
    apply filter_In in Hx as [Hx Hi]. apply andb_true_iff in Hi as [_ Hi]. apply Nat.eqb_eq in Hi.
    apply in_map_iff. exists x; auto.
Qed.

(** Taking one number out of the numbers and the barrier. *)
Lemma count_out : forall B U a l, NoDup U -> In a U ->
  count B U l = (if inside B l a then 1 else 0) + count (rem a B) (rem a U) l.
Proof.
  intros B U a l Hd Hin. unfold count. rewrite (count_rem (inside B l) U a); auto. f_equal.
  apply filter_all. intros x Hx. unfold inside. f_equal. f_equal.
  assert (x <> a) by (intros ->; now apply remove_In in Hx).
  destruct (mem x B) eqn:E.
  - symmetry. apply memP. apply in_in_remove; auto. now apply memP.
  - symmetry. apply memN. intro H'. apply in_remove in H' as [H' _]. apply memN in E. auto.
Qed.

Definition closed (B U : list nat) : Prop :=
  forall x y, In x U -> In y U -> ~ In x B -> ~ In y B -> adj x y = true -> part x = part y.

(** The easy half of Tutte and Berge. *)
Theorem berge : forall n M B U, length M = n -> NoDup U -> NoDup B -> closed B U -> matching M U ->
  odds B U + 2 * length M <= length B + length U.
Proof.
  induction n as [|n IH]; intros M B U Hn HdU HdB Hc Hm.
  { rewrite Hn. assert (X := odds_bound B U). lia. }
  destruct M as [|[a b] M0]; [discriminate|].
  destruct (take adj sym _ _ a b Hm) as (M & HL & HM & Hab & Hne & Ha & Hb & _ & _); [left; left; auto|].
  set (U1 := rem b U) in *. set (B1 := rem b B) in *.
  assert (HaU1 : In a U1) by (apply in_in_remove; auto).
  assert (HdU1 : NoDup U1) by now apply NoDup_remove.
  assert (LU : length U = S (S (length (rem a U1)))).
  { assert (E1 := rem_length U b HdU Hb). assert (E2 := rem_length U1 a HdU1 HaU1). fold U1 in E1. lia. }
  assert (I := IH M (rem a B1) (rem a U1)).
  assert (HdB1 : NoDup B1) by now apply NoDup_remove.
  assert (Hc' : closed (rem a B1) (rem a U1)).
  { intros x y Hx Hy Nx Ny. apply in_remove in Hx as [Hx Xa]. apply in_remove in Hx as [Hx Xb].
    apply in_remove in Hy as [Hy Ya]. apply in_remove in Hy as [Hy Yb].
    apply Hc; auto; intro H; [apply Nx | apply Ny]; apply in_in_remove; auto; apply in_in_remove; auto. }
  specialize (I ltac:(lia) ltac:(now apply NoDup_remove) ltac:(now apply NoDup_remove) Hc' HM).
  assert (C : forall l, count B U l = (if inside B l b then 1 else 0) + ((if inside B l a then 1 else 0) +
    count (rem a B1) (rem a U1) l)).
  { intro l. rewrite (count_out B U b); auto. fold B1 U1. rewrite (count_out B1 U1 a); auto.
    assert (E : inside B1 l a = inside B l a).
    { unfold inside. f_equal. f_equal. destruct (mem a B) eqn:E.
      - apply memP. apply in_in_remove; auto. now apply memP.
      - apply memN. intro H. apply in_remove in H as [H _]. apply memN in E; auto. }
    rewrite E. lia. }
  assert (LB : length B = (if mem b B then 1 else 0) + ((if mem a B then 1 else 0) + length (rem a B1))).
  { assert (EB : length B = (if mem b B then 1 else 0) + length B1).
    { destruct (mem b B) eqn:E.
      - apply memP in E. exact (rem_length B b HdB E).
      - apply memN in E. unfold B1. now rewrite notin_remove. }
    assert (EA : length B1 = (if mem a B then 1 else 0) + length (rem a B1)).
    { destruct (mem a B) eqn:E.
      - apply memP in E. apply (rem_length B1 a HdB1). apply in_in_remove; auto.
      - apply memN in E. rewrite (notin_remove _ B1 a); auto. intro H. apply in_remove in H. tauto. }
    lia. }
  rewrite HL, LU.
  enough (O : odds B U <= odds (rem a B1) (rem a U1) + (if mem b B then 1 else 0) + (if mem a B then 1 else 0)) by lia.
  unfold odds. unfold inside in C.
  destruct (mem a B) eqn:Ea; destruct (mem b B) eqn:Eb; simpl in C.
  - rewrite (filter_all (fun l => Nat.odd (count B U l)) (fun l => Nat.odd (count (rem a B1) (rem a U1) l))); [lia|].
    intros l _. now rewrite C.
  - enough (X : length (filter (fun l => Nat.odd (count B U l)) labels) <= S (length (filter (fun l => Nat.odd (count
    (rem a B1) (rem a U1) l)) labels))) by lia.
    apply one_more with (part b). intros l Hl. rewrite C. destruct (Nat.eqb_spec (part b) l); [congruence|].
    reflexivity.
  - enough (X : length (filter (fun l => Nat.odd (count B U l)) labels) <= S (length (filter (fun l => Nat.odd (count
    (rem a B1) (rem a U1) l)) labels))) by lia.
    apply one_more with (part a). intros l Hl. rewrite C. destruct (Nat.eqb_spec (part a) l); [congruence|].
    reflexivity.
  - rewrite (filter_all (fun l => Nat.odd (count B U l)) (fun l => Nat.odd (count (rem a B1) (rem a U1) l))); [lia|].
    intros l _. rewrite C. assert (part a = part b) as -> by (apply Hc; auto; now apply memN).
    destruct (part b =? l); simpl; auto. 
Qed.

(** If a barrier proves a matching maximum, numbers of the barrier and of even parts are never left over. *)
Section Tight.
Variables (B U : list nat) (M : list edge).
Hypotheses (HU : NoDup U) (HB : NoDup B) (HC : closed B U) (HM : matching M U)
  (tight : odds B U + 2 * length M = length B + length U).

Lemma tight_maximum : maximum M U.
Proof. split; auto. intros N HN. assert (X := berge _ N B U eq_refl HU HB HC HN). lia. Qed.

Lemma closed_out : forall v, closed (rem v B) (rem v U).
Proof.
  intros v x y Hx Hy Nx Ny. apply in_remove in Hx as [Hx X]. apply in_remove in Hy as [Hy Y].
  apply HC; auto; intro H; [apply Nx | apply Ny]; apply in_in_remove; auto.
Qed.

Theorem never : forall v N, In v U -> (In v B \/ (In (part v) labels /\ Nat.odd (count B U (part v)) = false)) ->
  maximum N U -> In v (ends N).
Proof.
  intros v N Hv Hwhy HN. destruct (in_dec Nat.eq_dec v (ends N)) as [|Hn]; auto. exfalso.
  assert (HN' : matching N (rem v U)).
  { apply wider with U; [apply HN|]. intros z Hz Hz'. apply in_in_remove; auto. intros ->; auto. }
  assert (X := berge _ N (rem v B) (rem v U) eq_refl (NoDup_remove v U HU) (NoDup_remove v B HB) (closed_out v) HN').
  assert (E : length N = length M) by (apply Nat.le_antisymm; [apply tight_maximum, HN | apply HN, HM]).
  assert (LU := rem_length U v HU Hv).
  destruct (in_dec Nat.eq_dec v B) as [Hb|Hb].
  - assert (LB := rem_length B v HB Hb).
    assert (O : odds (rem v B) (rem v U) = odds B U).
    { apply filter_all. intros l _. rewrite (count_out B U v l); auto. unfold inside.
      apply memP in Hb. rewrite Hb. reflexivity. }
    lia.
  - destruct Hwhy as [|[Hl He]]; [tauto|]. rewrite (notin_remove _ B v Hb) in X.
    assert (O : odds B (rem v U) = S (odds B U)).
    { assert (CO : forall l, count B U l = (if inside B l v then 1 else 0) + count B (rem v U) l).
      { intro l. rewrite (count_out B U v l); auto. now rewrite (notin_remove _ B v Hb). }
      assert (Ev : inside B (part v) v = true).
      { unfold inside. apply memN in Hb. rewrite Hb, Nat.eqb_refl. reflexivity. }
      apply one_exactly with (part v); auto.
      - intros l Hne. rewrite CO. unfold inside. destruct (Nat.eqb_spec (part v) l); [congruence|].
        now rewrite andb_false_r.
      - specialize (CO (part v)). rewrite Ev in CO. rewrite CO in He. simpl in He.
        rewrite Nat.odd_succ in He. rewrite <- Nat.negb_even, He. reflexivity. }
    lia.
Qed.
End Tight.
End Parts.

(** ** Alternating paths. *)
Fixpoint alternating (M : list edge) (p : list nat) : Prop :=
  match p with
  | [] => False
  | u :: p' => match p' with
    | [] => ~ In u (ends M)
    | v :: q => match q with
      | [] => False
      | w :: _ => pair M u v /\ adj v w = true /\ alternating M q
      end
    end
  end.

Theorem path_misses : forall n p u M U, length p <= n -> matching M U -> alternating M (u :: p) ->
  NoDup (u :: p) -> incl (u :: p) U -> exists N, matching N U /\ length N = length M /\ ~ In u (ends N).
Proof.
  induction n as [|n IH]; intros p u M U Hn Hm Ha Hd Hi.
  { destruct p; simpl in *; [|lia]. exists M; auto. }
  destruct p as [|v [|w p]]; simpl in Ha; [exists M; auto|tauto|].
  destruct Ha as (Huv & Hvw & Ha).
  destruct (take adj sym _ _ _ _ Hm Huv) as (M' & HL & HM' & _ & Hne & Hu & Hv & Hback & Hkeep).
  inversion Hd as [|? ? Nu Hd1]; subst. inversion Hd1 as [|? ? Nv Hd2]; subst.
  assert (Hq : forall z, In z (w :: p) -> z <> u /\ z <> v).
  { intros z Hz. split; intros ->; [apply Nu; right; auto | auto]. }
  assert (Ha' : alternating M' (w :: p)).
  { assert (G : forall n q, length q <= n -> alternating M q -> (forall z, In z q -> z <> u /\ z <> v) ->
    alternating M' q).
    { clear - Hback Hkeep. induction n as [|n IH]; intros q Hn Ha Hq.
      { destruct q; simpl in *; [tauto|lia]. }
      destruct q as [|x [|y [|z q]]]; simpl in *; auto.
      - intro H. apply Ha. apply covered in H as [t Ht]. apply Hback in Ht. now apply pair_ends in Ht.
      - destruct Ha as (H1 & H2 & H3). split; [|split; auto].
        + apply Hkeep; auto; apply Hq; auto.
        + apply (IH (z :: q)); simpl; auto; lia. }
    apply (G (length (w :: p)) (w :: p)); auto. }
  destruct (IH p w M' (rem u (rem v U))) as (N & HN & LN & Nw); auto.
  { simpl in Hn; lia. }
  { intros z Hz. destruct (Hq z Hz). apply in_in_remove; auto. apply in_in_remove; auto. apply Hi; right; right; auto. }
  assert (Hw : In w U) by (apply Hi; simpl; auto).
  destruct (Hq w) as [Wu Wv]; [left; auto|].
  exists ((v, w) :: N). split; [|split].
  - apply put; auto. apply wider with (rem u (rem v U)); auto. intros z Hz Hz'.
    apply in_remove in Hz' as [Hz' Zu]. apply in_remove in Hz' as [Hz' Zv].
    apply in_in_remove; auto. apply in_in_remove; auto. intros ->; auto.
  - simpl. lia.
  - simpl. intros [E|[E|H]]; [congruence|congruence|]. apply HN in H. now apply remove_In in H.
Qed.

(** ** The checker *)
Record certificate := Certificate
  { pairs : list edge; barrier : list nat; labels : list (nat * nat); parts : nat; paths : list (list nat) }.

Definition heads (ps : list (list nat)) : list nat := flat_map (fun p => match p with u :: _ => [u] | [] => [] end) ps.

(** No number twice, and none of the set s. *)
Fixpoint once (s : Map.t unit) (l : list nat) : bool :=
  match l with [] => true | x :: l => negb (Map.mem x s) && once (Map.add x tt s) l end.
Fixpoint ascending (l : list nat) : bool :=
  match l with x :: (y :: _) as r => (x <? y) && ascending r | _ => true end.
(** A path over pairs and links in turns, to a number without a partner. *)
Fixpoint leads (partner : Map.t nat) (p : list nat) : bool :=
  match p with
  | [] => false
  | u :: p' => match p' with
    | [] => negb (Map.mem u partner)
    | v :: q => match q with
      | [] => false
      | w :: _ => match Map.find u partner with Some v' => v =? v' | None => false end && adj v w && leads partner q
      end
    end
  end.

Definition both (M : list edge) : list edge := M ++ map (fun e => (snd e, fst e)) M.
Definition label (t : Map.t nat) (x : nat) : nat := match Map.find x t with Some l => l | None => 0 end.

(** The numbers outside the barrier, each with its part. *)
Definition rest (U : list nat) (c : certificate) : list (nat * nat) :=
  let inB := set (barrier c) in let part := label (table (labels c)) in
  map (fun x => (x, part x)) (filter (fun x => negb (Map.mem x inB)) U).
Definition odd (out : list (nat * nat)) (l : nat) : bool := Nat.odd (length (filter (fun e => snd e =? l) out)).

(** The pairs are a matching, and the barrier proves that no matching has more. *)
Definition most (U legal : list nat) (c : certificate) : bool :=
  let M := pairs c in let B := barrier c in let empty := Map.empty unit in let inU := set U in let out := rest U c in
  once empty U && forallb (fun x => Map.mem x inU) legal &&
  once empty (ends M) && forallb (fun x => Map.mem x inU) (ends M) && forallb (fun e => adj (fst e) (snd e)) M &&
  once empty B && forallb (fun x => Map.mem x inU) B &&
  forallb (fun x => forallb (fun y => (snd x =? snd y) || negb (adj (fst x) (fst y))) out) out &&
  (length (filter (odd out) (seq 0 (parts c))) + 2 * length M =? length B + length U).

(** Every legal move is in the list [won], in the barrier or in an even part. *)
Definition settled (U legal : list nat) (c : certificate) (won : list nat) : bool :=
  let inB := set (barrier c) in let in_won := set won in let part := label (table (labels c)) in
  let out := rest U c in
  forallb (fun m => Map.mem m in_won || Map.mem m inB || ((part m <? parts c) && negb (odd out (part m)))) legal.

Definition check (U legal : list nat) (c : certificate) : bool :=
  let inU := set U in let in_legal := set legal in let partner := table (both (pairs c)) in
  most U legal c &&
  forallb (fun p => once (Map.empty unit) p && forallb (fun x => Map.mem x inU) p && leads partner p) (paths c) &&
  ascending (heads (paths c)) && forallb (fun m => Map.mem m in_legal) (heads (paths c)) &&
  settled U legal c (heads (paths c)).

Lemma set_in : forall l x, Map.mem x (set l) = mem x l.
Proof.
  unfold set. induction l as [|y l IH]; simpl; intro x; [apply Facts.empty_a|].
  rewrite Facts.add_b, IH. unfold Facts.eqb. destruct (Nat_as_OT.eq_dec y x) as [->|Hne].
  - now rewrite Nat.eqb_refl.
  - destruct (Nat.eqb_spec x y); [congruence|auto].
Qed.
Lemma all_in : forall l s, forallb (fun x => Map.mem x (set s)) l = true -> incl l s.
Proof. intros l s H x Hx. rewrite forallb_forall in H. apply memP. rewrite <- set_in. auto. Qed.

Lemma once_NoDup : forall l s, once s l = true -> NoDup l /\ forall x, In x l -> Map.mem x s = false.
Proof.
  induction l as [|x l IH]; simpl; intros s H; [split; [constructor|tauto]|].
  apply andb_true_iff in H as [H1 H2]. apply negb_true_iff in H1. apply IH in H2 as [H2 H3]. split.
  - constructor; auto. intro Hx. apply H3 in Hx. rewrite Facts.add_b in Hx. unfold Facts.eqb in Hx.
    destruct (Nat_as_OT.eq_dec x x); [discriminate|congruence].
  - intros y [<-|Hy]; auto. apply H3 in Hy. rewrite Facts.add_b in Hy. now apply orb_false_iff in Hy.
Qed.

Lemma partner_pair : forall M x y, Map.find x (table (both M)) = Some y -> pair M x y.
Proof.
  intros M x y H. apply table_in, in_app_iff in H as [H|H]; [left; auto|right].
  apply in_map_iff in H as [[a b] [E H]]. inversion E; subst. auto.
Qed.
Lemma table_mem : forall A (l : list (nat * A)) x, In x (map fst l) -> Map.mem x (table l) = true.
Proof.
  induction l as [|[y w] l IH]; simpl; intros x H; [destruct H|]. rewrite Facts.add_b. unfold Facts.eqb.
  destruct (Nat_as_OT.eq_dec y x) as [->|Hne]; auto. destruct H; [congruence|]. now rewrite IH.
Qed.
Lemma exposed : forall M x, Map.mem x (table (both M)) = false -> ~ In x (ends M).
Proof.
  intros M x H Hx. rewrite table_mem in H; [discriminate|]. unfold both. rewrite map_app, map_map. apply in_app_iff.
  apply in_flat_map in Hx as [e [He [<-|[<-|[]]]]]; [left|right]; apply in_map_iff; now exists e.
Qed.
Lemma leads_alternating : forall M n p, length p <= n -> leads (table (both M)) p = true -> alternating M p.
Proof.
  intro M. induction n as [|n IH]; intros p Hn H.
  { destruct p; simpl in *; [discriminate|lia]. }
  destruct p as [|u [|v [|w p]]]; simpl in H; try discriminate.
  - apply negb_true_iff in H. now apply exposed.
  - apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2].
    destruct (Map.find u _) as [v'|] eqn:E; [|discriminate]. apply Nat.eqb_eq in H1. subst v'.
    split; [now apply partner_pair|split; auto]. apply (IH (w :: p)); simpl in *; auto; lia.
Qed.

Lemma count_rest : forall U c l, length (filter (fun e => snd e =? l) (rest U c)) =
  count (label (table (labels c))) (barrier c) U l.
Proof.
  intros U c l. unfold count, rest. cbv zeta. induction U as [|x V IH]; auto. simpl. unfold inside at 1. rewrite set_in.
  destruct (mem x (barrier c)); simpl; auto. destruct (_ =? l); simpl; auto.
Qed.

(** What [most] proves: the pairs are a maximum matching, and what [settled] adds: no other move can be missed. *)
Lemma most_sound : forall U legal c, most U legal c = true ->
  NoDup U /\ incl legal U /\ maximum (pairs c) U /\
  forall won, settled U legal c won = true -> forall m, In m legal -> missed adj m U -> In m won.
Proof.
  intros U legal c H. unfold most in H. repeat rewrite andb_true_iff in H.
  destruct H as ((((((((H1 & H2) & H3) & H4) & H5) & H6) & _) & H7) & H8).
  apply once_NoDup in H1 as [H1 _]. apply once_NoDup in H3 as [H3 _]. apply once_NoDup in H6 as [H6 _].
  apply all_in in H2, H4. apply Nat.eqb_eq in H8.
  set (part := label (table (labels c))) in *. set (B := barrier c) in *.
  assert (HM : matching (pairs c) U).
  { repeat split; auto. apply Forall_forall. rewrite forallb_forall in H5. exact H5. }
  assert (R : forall x, In x U -> ~ In x B -> In (x, part x) (rest U c)).
  { intros x Hx Nx. apply in_map_iff. exists x. split; auto. apply filter_In. split; auto.
    rewrite set_in. apply memN in Nx. unfold B in Nx. now rewrite Nx. }
  assert (HC : closed part B U).
  { intros x y Hx Hy Nx Ny Ha. rewrite forallb_forall in H7. specialize (H7 _ (R x Hx Nx)).
    rewrite forallb_forall in H7. specialize (H7 _ (R y Hy Ny)). simpl in H7. rewrite Ha, orb_false_r in H7.
    now apply Nat.eqb_eq. }
  assert (HL : NoDup (seq 0 (parts c))) by apply seq_NoDup.
  assert (HT : odds part (seq 0 (parts c)) B U + 2 * length (pairs c) = length B + length U).
  { rewrite <- H8. f_equal. f_equal. apply filter_all. intros l _. unfold odd. now rewrite count_rest. }
  split; auto. split; auto. split; [exact (tight_maximum _ _ HL _ _ _ H1 H6 HC HM HT)|].
  intros won H10 m Hm [N [HN Hmiss]]. destruct (in_dec Nat.eq_dec m won) as [|Hw]; auto. exfalso. apply Hmiss.
  unfold settled in H10. rewrite forallb_forall in H10. specialize (H10 m Hm). rewrite !set_in in H10.
  apply (never _ _ HL _ _ _ H1 H6 HC HM HT m N (H2 m Hm)); auto.
  apply orb_true_iff in H10. destruct H10 as [H10|H10].
  - apply orb_true_iff in H10. destruct H10 as [H10|H10]; apply memP in H10; [tauto|auto].
  - right. apply andb_true_iff in H10 as [X Y]. apply Nat.ltb_lt in X. apply negb_true_iff in Y.
    unfold odd in Y. rewrite count_rest in Y. split; auto. apply in_seq. fold part in X. lia.
Qed.

(** The checker confirms nothing false: of the legal moves, exactly the heads of the paths are missed by some maximum
    matching. *)
Theorem check_sound : forall U legal c, check U legal c = true ->
  forall m, In m (heads (paths c)) <-> In m legal /\ missed adj m U.
Proof.
  intros U legal c H. unfold check in H. repeat rewrite andb_true_iff in H.
  destruct H as ((((H & H9) & _) & H11) & H10). apply all_in in H11.
  destruct (most_sound U legal c H) as (H1 & H2 & [HM Hmax] & Hrest).
  intro m. split; [|intros [Hm X]; eauto].
  intro Hh. split; auto. apply in_flat_map in Hh as [p [Hp Hh]].
  rewrite forallb_forall in H9. specialize (H9 p Hp). repeat rewrite andb_true_iff in H9.
  destruct H9 as ((P1 & P2) & P3). destruct p as [|u p]; simpl in Hh; [tauto|]. destruct Hh as [->|[]].
  apply once_NoDup in P1 as [P1 _]. apply all_in in P2. apply (leads_alternating _ _ _ (le_n _)) in P3.
  destruct (path_misses _ p m (pairs c) U (le_n _) HM P3 P1 P2) as (N & HN & LN & Nm).
  exists N. split; auto. split; auto. intros K HK. rewrite LN. now apply Hmax.
Qed.
End Graph.
