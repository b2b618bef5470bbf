(** A checker for pairing certificates, and that it confirms nothing false.

    A certificate has pairs, a barrier, labels of the parts that are left without the barrier, and for each
    winning move an alternating path. Parts need not be connected: links between parts are what must not be. *)
From Coq Require Import List Arith Lia Bool PeanoNat Permutation.
From Outnumber Require Import Game Counting Pairing.
Import ListNotations.

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

Lemma filter_all : forall g h (l : list nat), (forall x, In x l -> g x = h x) -> length (filter g l) = length (filter h l).
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
  assert (C : forall l, count B U l = (if inside B l b then 1 else 0) + ((if inside B l a then 1 else 0) + count (rem a B1) (rem a U1) l)).
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
  - enough (X : length (filter (fun l => Nat.odd (count B U l)) labels) <= S (length (filter (fun l => Nat.odd (count (rem a B1) (rem a U1) l)) labels))) by lia.
    apply one_more with (part b). intros l Hl. rewrite C. destruct (Nat.eqb_spec (part b) l); [congruence|]. reflexivity.
  - enough (X : length (filter (fun l => Nat.odd (count B U l)) labels) <= S (length (filter (fun l => Nat.odd (count (rem a B1) (rem a U1) l)) labels))) by lia.
    apply one_more with (part a). intros l Hl. rewrite C. destruct (Nat.eqb_spec (part a) l); [congruence|]. reflexivity.
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

Lemma never : forall v N, In v U -> (In v B \/ (In (part v) labels /\ Nat.odd (count B U (part v)) = false)) ->
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

Lemma path_misses : forall n p u M U, length p <= n -> matching M U -> alternating M (u :: p) ->
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
  { assert (G : forall n q, length q <= n -> alternating M q -> (forall z, In z q -> z <> u /\ z <> v) -> alternating M' q).
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

(** ** The checker. *)
Fixpoint onceb (l : list nat) : bool := match l with [] => true | x :: l => negb (mem x l) && onceb l end.
Definition inclb (a b : list nat) := forallb (fun x => mem x b) a.
Definition pairb (M : list edge) x y :=
  existsb (fun e => ((fst e =? x) && (snd e =? y)) || ((fst e =? y) && (snd e =? x))) M.
Fixpoint altb (M : list edge) (p : list nat) : bool :=
  match p with
  | [] => false
  | u :: p' => match p' with
    | [] => negb (mem u (ends M))
    | v :: q => match q with
      | [] => false
      | w :: _ => pairb M u v && adj v w && altb M q
      end
    end
  end.
Record certificate := Cert { pairs : list edge; barrier : list nat; labelled : list (nat * nat); paths : list (list nat) }.
Definition part_of (ls : list (nat * nat)) (x : nat) : nat :=
  match find (fun e => fst e =? x) ls with Some e => snd e | None => 0 end.
Definition heads (ps : list (list nat)) : list nat := flat_map (fun p => match p with u :: _ => [u] | [] => [] end) ps.
Definition labels_of (c : certificate) : list nat := nodup Nat.eq_dec (map snd (labelled c)).

Definition check (U legal : list nat) (c : certificate) : bool :=
  let M := pairs c in let B := barrier c in let part := part_of (labelled c) in let L := labels_of c in
  onceb U && inclb legal U && onceb (ends M) && inclb (ends M) U &&
  forallb (fun e => adj (fst e) (snd e)) M && onceb B &&
  forallb (fun x => mem x B || forallb (fun y => mem y B || negb (adj x y) || (part x =? part y)) U) U &&
  (odds part L B U + 2 * length M =? length B + length U) &&
  forallb (fun p => onceb p && inclb p U && altb M p) (paths c) &&
  forallb (fun m => mem m (heads (paths c)) || mem m B || (mem (part m) L && negb (Nat.odd (count part B U (part m))))) legal.

Lemma onceP : forall l, onceb l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; simpl; intro H; constructor; apply andb_true_iff in H as [H1 H2]; auto.
  apply negb_true_iff in H1. now apply memN.
Qed.
Lemma inclP : forall a b, inclb a b = true -> incl a b.
Proof. intros a b H x Hx. unfold inclb in H. rewrite forallb_forall in H. apply memP. auto. Qed.
Lemma pairP : forall M x y, pairb M x y = true -> pair M x y.
Proof.
  intros M x y H. apply existsb_exists in H as [[a b] [Hin H]]. simpl in H. apply orb_true_iff in H.
  destruct H as [H|H]; apply andb_true_iff in H as [H1 H2]; apply Nat.eqb_eq in H1; apply Nat.eqb_eq in H2; subst; [left|right]; auto.
Qed.
Lemma altP : forall n p M, length p <= n -> altb M p = true -> alternating M p.
Proof.
  induction n as [|n IH]; intros p M Hn H.
  { destruct p; simpl in *; [discriminate|lia]. }
  destruct p as [|u [|v [|w p]]]; simpl in *; try discriminate.
  - apply negb_true_iff in H. now apply memN.
  - apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2].
    split; [now apply pairP|split; auto]. apply (IH (w :: p)); simpl; auto; lia.
Qed.

(** The checker confirms nothing false: of the legal moves, exactly the heads of the paths are missed by some maximum
    matching. *)
Theorem check_sound : forall U legal c, check U legal c = true -> forall m, In m legal ->
  (In m (heads (paths c)) <-> missed adj m U).
Proof.
  intros U legal c H m Hm. unfold check in H. repeat rewrite andb_true_iff in H.
  destruct H as (((((((((H1 & H2) & H3) & H4) & H5) & H6) & H7) & H8) & H9) & H10).
  apply onceP in H1, H3, H6. apply inclP in H2, H4. apply Nat.eqb_eq in H8.
  assert (HM : matching (pairs c) U).
  { repeat split; auto. apply Forall_forall. rewrite forallb_forall in H5. exact H5. }
  assert (HC : closed (part_of (labelled c)) (barrier c) U).
  { intros x y Hx Hy Nx Ny Ha. rewrite forallb_forall in H7. specialize (H7 x Hx).
    apply memN in Nx. rewrite Nx in H7. simpl in H7. rewrite forallb_forall in H7. specialize (H7 y Hy).
    apply memN in Ny. rewrite Ny, Ha in H7. simpl in H7. now apply Nat.eqb_eq. }
  assert (HL : NoDup (labels_of c)) by apply NoDup_nodup.
  assert (HT := tight_maximum _ _ HL _ _ _ H1 H6 HC HM H8).
  assert (HmU := H2 m Hm).
  split; intro Hh.
  - unfold heads in Hh. apply in_flat_map in Hh as [p [Hp Hh]].
    rewrite forallb_forall in H9. specialize (H9 p Hp). repeat rewrite andb_true_iff in H9.
    destruct H9 as ((P1 & P2) & P3). destruct p as [|u p]; simpl in Hh; [tauto|]. destruct Hh as [->|[]].
    apply onceP in P1. apply inclP in P2. apply (altP _ _ _ (le_n _)) in P3.
    destruct (path_misses _ p m (pairs c) U (le_n _) HM P3 P1 P2) as (N & HN & LN & Nm).
    exists N. split; auto. split; auto. intros K HK. rewrite LN. now apply HT.
  - destruct Hh as [N [HN Hmiss]]. destruct (in_dec Nat.eq_dec m (heads (paths c))) as [|Hh]; auto. exfalso. apply Hmiss.
    rewrite forallb_forall in H10. specialize (H10 m Hm).
    apply (never _ _ HL _ _ _ H1 H6 HC HM H8 m N HmU); auto.
    apply orb_true_iff in H10. destruct H10 as [H10|H10].
    + apply orb_true_iff in H10. destruct H10 as [H10|H10]; apply memP in H10; [tauto|auto].
    + right. apply andb_true_iff in H10 as [A B]. apply memP in A. apply negb_true_iff in B. auto.
Qed.
End Graph.
