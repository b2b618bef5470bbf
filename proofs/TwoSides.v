(** Number Stack Duel: the player to move wins exactly when f > k.

    First the abstract game on two counts, then the game on real numbers
    (a finite list of unused numbers, a top, a direction), and that the counts
    of the numbers on the two sides decide it. *)
From Coq Require Import List Arith Lia Bool PeanoNat.
Import ListNotations.
Set Implicit Arguments.

(** ** Games in general: normal play, moves end. *)
Section Game.
  Variable S : Type.
  Variable move : S -> S -> Prop.

  (** [wins s]: the player to move at [s] has a strategy; [loses s]: the other one has. *)
  Inductive wins : S -> Prop :=
  | wins_by : forall s t, move s t -> loses t -> wins s
  with loses : S -> Prop :=
  | loses_all : forall s, (forall t, move s t -> wins t) -> loses s.

  Lemma not_both : forall s, wins s -> loses s -> False.
  Proof.
    fix IH 2. intros s [s' t Hm Hl] Hs. inversion Hs as [s'' Hall]; subst.
    specialize (Hall t Hm). inversion Hl as [t' Hall']; subst.
    destruct Hall as [t'' u Hm' Hl'].
    exact (IH u (Hall' u Hm') Hl').
  Qed.
End Game.

(** ** The real game. A position: what is unused, the top, whether the next must be greater. *)
Record pos := Pos { unused : list nat; top : nat; up : bool }.

Definition fits (p : pos) (n : nat) : bool := if up p then top p <? n else n <? top p.
Definition legal (p : pos) : list nat := filter (fits p) (unused p).
Definition other (p : pos) : list nat := filter (fun n => if up p then n <? top p else top p <? n) (unused p).
Definition play (p : pos) (n : nat) : pos :=
  Pos (remove Nat.eq_dec n (unused p)) n (negb (up p)).
Definition step (p q : pos) : Prop := exists n, In n (legal p) /\ q = play p n.

Definition ok (p : pos) : Prop := NoDup (unused p) /\ ~ In (top p) (unused p).
Definition f (p : pos) := length (legal p).
Definition k (p : pos) := length (other p).

Lemma f_plus_k : forall p, ok p -> f p + k p = length (unused p).
Proof.
  intros [u t b] [_ Ht]. unfold f, k, legal, other, fits; simpl in *.
  induction u as [|x u IH]; simpl; auto.
  assert (x <> t) by (intro; apply Ht; left; auto).
  assert (~ In t u) by (intro; apply Ht; right; auto).
  destruct b; destruct (Nat.ltb_spec t x); destruct (Nat.ltb_spec x t); simpl; try lia;
    specialize (IH H0); simpl in IH; lia.
Qed.

Lemma remove_length_in : forall n u, NoDup u -> In n u -> S (length (remove Nat.eq_dec n u)) = length u.
Proof.
  induction u as [|x u IH]; simpl; intros Hd Hi; [tauto|].
  inversion Hd; subst. destruct (Nat.eq_dec n x) as [->|Hne].
  - rewrite notin_remove by auto. auto.
  - destruct Hi as [E|Hi]; [congruence|]. simpl. now rewrite IH.
Qed.

Lemma NoDup_remove : forall n u, NoDup u -> NoDup (remove Nat.eq_dec n u).
Proof.
  induction u as [|x u IH]; simpl; intros H; auto. inversion H; subst.
  destruct (Nat.eq_dec n x); auto. constructor; auto.
  intro Hi. apply in_remove in Hi. tauto.
Qed.

Lemma play_ok : forall p n, ok p -> ok (play p n).
Proof. intros p n [H _]. split; simpl; [now apply NoDup_remove | apply remove_In]. Qed.

Lemma legal_in : forall p n, In n (legal p) -> In n (unused p) /\ fits p n = true.
Proof. intros p n H. now apply filter_In in H. Qed.

(** Where the opponent goes after [n]: at least the whole other side. *)
Lemma count_remove : forall (g : nat -> bool) n u, g n = false ->
  length (filter g (remove Nat.eq_dec n u)) = length (filter g u).
Proof.
  intros g n u Hg. induction u as [|x u IH]; simpl; auto.
  destruct (Nat.eq_dec n x) as [->|]; simpl.
  - now rewrite Hg.
  - destruct (g x); simpl; now rewrite IH.
Qed.

Lemma filter_le : forall (g h : nat -> bool) u, (forall x, In x u -> g x = true -> h x = true) ->
  length (filter g u) <= length (filter h u).
Proof.
  intros g h u H. induction u as [|x u IH]; simpl; auto.
  assert (forall y, In y u -> g y = true -> h y = true) by (intros; apply H; simpl; auto).
  specialize (IH H0). destruct (g x) eqn:E; destruct (h x) eqn:E'; simpl; try lia.
  rewrite (H x) in E'; simpl; auto; discriminate.
Qed.

(** After any legal move the opponent can go to at least k numbers. *)
Lemma play_grows : forall p n, In n (legal p) -> k p <= f (play p n).
Proof.
  intros [u t b] n H. apply legal_in in H as [_ H]. unfold k, f, legal, other, fits in *; simpl in *.
  rewrite count_remove.
  - apply filter_le. intros x _ Hx.
    destruct b; apply Nat.ltb_lt in H; apply Nat.ltb_lt in Hx; simpl; apply Nat.ltb_lt; lia.
  - destruct b; simpl; apply Nat.ltb_irrefl.
Qed.

(** There is a nearest legal number. *)
Lemma nearest_of : forall (b : bool) (l : list nat), l <> [] -> exists n, In n l /\
  forall m, In m l -> if b then n <= m else m <= n.
Proof.
  intros b l. induction l as [|x l IH]; [congruence|]. intros _.
  destruct l as [|y l].
  - exists x. split; simpl; auto. intros m [->|[]]. destruct b; auto.
  - destruct IH as [n [Hn Hall]]; [discriminate|].
    assert (D : (if b then x <= n else n <= x) \/ (if b then n <= x else x <= n)) by (destruct b; lia).
    destruct D as [D|D]; [exists x | exists n]; (split; [simpl in *; tauto|]);
      intros m [->|Hm]; try (destruct b; lia);
      specialize (Hall m Hm); destruct b; lia.
Qed.

Lemma nearest : forall p, legal p <> [] -> exists n, In n (legal p) /\
  forall m, In m (legal p) -> if up p then n <= m else m <= n.
Proof. intros p. apply nearest_of. Qed.

(** The nearest number does not let the opponent's side grow. *)
Lemma play_nearest : forall p n, ok p -> In n (legal p) ->
  (forall m, In m (legal p) -> if up p then n <= m else m <= n) -> f (play p n) = k p.
Proof.
  intros p n [Hd Ht] Hn Hall. apply Nat.le_antisymm; [|now apply play_grows].
  destruct p as [u t b]. unfold k, f, legal, other, fits in *; simpl in *.
  rewrite count_remove by (destruct b; simpl; apply Nat.ltb_irrefl).
  apply filter_le. intros x Hx Hx'.
  assert (x <> t) by (intros ->; auto).
  specialize (Hall x). rewrite filter_In in Hall.
  destruct b; simpl in *; apply Nat.ltb_lt in Hx'; apply Nat.ltb_lt;
    rewrite Nat.ltb_lt in Hall;
    destruct (Nat.lt_trichotomy x t) as [L|[L|L]]; try lia;
    specialize (Hall (conj Hx L)); lia.
Qed.

(** ** The theorem. *)
Theorem two_sides : forall p, ok p ->
  (f p > k p -> wins step p) /\ (f p <= k p -> loses step p).
Proof.
  intros p. remember (length (unused p)) as s eqn:Es. revert p Es.
  induction s as [s IH] using lt_wf_ind. intros p Es Hok.
  assert (Hfk := @f_plus_k p Hok).
  assert (Hafter : forall n, In n (legal p) ->
    S (length (unused (play p n))) = length (unused p) /\ ok (play p n) /\
    f (play p n) + k (play p n) = length (unused (play p n))).
  { intros n Hn. destruct (legal_in _ _ Hn) as [Hu _]. destruct Hok as [Hd Ht]. split; [|split].
    - apply remove_length_in; auto.
    - apply play_ok. split; auto.
    - apply f_plus_k, play_ok. split; auto. }
  split; intros H.
  - destruct (@nearest p) as [n [Hn Hall]]; [unfold f in H; destruct (legal p); simpl in *; [lia|discriminate]|].
    destruct (Hafter n Hn) as [Hl [Hok' Hs]].
    apply wins_by with (play p n); [exists n; auto|].
    apply (IH (length (unused (play p n)))); auto; [lia|].
    rewrite (@play_nearest p n Hok Hn Hall) in *. lia.
  - constructor. intros q [n [Hn ->]]. destruct (Hafter n Hn) as [Hl [Hok' Hs]].
    apply (IH (length (unused (play p n)))); auto; [lia|].
    assert (Hg := @play_grows p n Hn). lia.
Qed.

(** The player to move wins exactly when f > k. *)
Corollary two_sides_iff : forall p, ok p -> (wins step p <-> f p > k p).
Proof.
  intros p Hok. destruct (@two_sides p Hok) as [H1 H2]. split; auto.
  intro W. destruct (le_lt_dec (f p) (k p)) as [Hle|]; auto.
  exfalso. eapply not_both; eauto.
Qed.

(** A move wins exactly when it leaves the opponent no more than half of what is left. *)
Corollary winning_moves : forall p n, ok p -> In n (legal p) ->
  (loses step (play p n) <-> f (play p n) <= k (play p n)).
Proof.
  intros p n Hok Hn. destruct (@two_sides (play p n) (@play_ok p n Hok)) as [H1 H2]. split; auto.
  intro L. destruct (le_lt_dec (f (play p n)) (k (play p n))); auto.
  exfalso. eapply not_both; eauto.
Qed.
