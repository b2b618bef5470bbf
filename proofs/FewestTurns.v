(** Number Stack Attack where a token always fits: a race.

    What each player lacks to the target; tokens are a non-empty list of positive numbers, and one of them is
    1 (or divides everything: divide by it). [t] is the fewest tokens that add up to a number. *)
From Coq Require Import List Arith Lia Bool PeanoNat.
From Outnumber Require Import TwoSides.
Import ListNotations.

Section Race.
Variable tokens : list nat.
Hypothesis positive : forall v, In v tokens -> 0 < v.
Hypothesis one : In 1 tokens.

(** Sums of tokens, and the fewest. *)
Inductive sum : nat -> nat -> Prop :=
| sum_none : sum 0 0
| sum_one : forall n x v, In v tokens -> sum n x -> sum (S n) (v + x).
Definition fewest (x n : nat) : Prop := sum n x /\ forall m, sum m x -> n <= m.

(** The rules: the mover lacks [r] > 0, the other [q] > 0; whoever lacks nothing has won. *)
Record rpos := R { lack : nat; other_lack : nat }.
Definition rstep (p p' : rpos) : Prop :=
  exists v, In v tokens /\ v <= lack p /\ 0 < other_lack p /\ p' = R (other_lack p) (lack p - v).
(** A player to move whose opponent lacks nothing has no move: lost, as the rules say. *)

Lemma sum_ones : forall x, sum x x.
Proof. induction x; [constructor|]. change (S x) with (1 + x) at 2. now constructor. Qed.

Lemma sum_positive : forall n x, sum n x -> n <= x.
Proof. induction 1 as [|n x v Hv _ IH]; auto. apply positive in Hv. lia. Qed.

Lemma fewest_zero : fewest 0 0.
Proof. split; [constructor|]. lia. Qed.
Lemma fewest_pos : forall x n, fewest x n -> 0 < x -> 0 < n.
Proof. intros x n [H _] Hx. inversion H; subst; lia. Qed.

(** One turn brings nobody more than one turn nearer, and there is a turn that does. *)
Lemma fewest_step : forall x n v m, fewest x n -> In v tokens -> v <= x -> fewest (x - v) m -> n <= S m.
Proof.
  intros x n v m [_ Hn] Hv Hx [Hm _]. apply Hn. replace x with (v + (x - v)) by lia. now constructor.
Qed.
Lemma fewest_best : forall x n, fewest x (S n) -> exists v, In v tokens /\ v <= x /\ fewest (x - v) n.
Proof.
  intros x n [H Hn]. inversion H as [|n' x' v Hv Hs]; subst. exists v. repeat split; auto; [lia| |].
  - replace (v + x' - v) with x' by lia. auto.
  - intros m Hm. replace (v + x' - v) with x' in Hm by lia. apply (sum_one _ _ _ Hv) in Hm. apply Hn in Hm. lia.
Qed.

(** [race]: with t and u tokens to go, both lacking something, the mover wins exactly if t <= u. *)
Theorem race : forall s r q t u, r + q <= s -> 0 < r -> 0 < q -> fewest r t -> fewest q u ->
  (forall x, exists n, fewest x n) ->
  (t <= u -> wins rstep (R r q)) /\ (u < t -> loses rstep (R r q)).
Proof.
  induction s as [|s IH]; intros r q t u Hs Hr Hq Ht Hu Hex; [lia|]. split; intro H.
  - destruct t as [|t]; [apply fewest_pos in Ht; lia|].
    destruct (fewest_best _ _ Ht) as (v & Hv & Hvr & Hf).
    apply wins_by with (R q (r - v)); [exists v; simpl; auto|].
    destruct (Nat.eq_dec (r - v) 0) as [E|E].
    + rewrite E. constructor. intros p' [w (_ & _ & H0 & _)]. simpl in H0. lia.
    + assert (V := positive _ Hv). apply (IH q (r - v) u t); auto; lia.
  - constructor. intros p' [v (Hv & Hvr & _ & ->)]. simpl in *. assert (V := positive _ Hv).
    destruct (Hex (r - v)) as [m Hm]. assert (Hle := fewest_step _ _ _ _ Ht Hv Hvr Hm).
    destruct (Nat.eq_dec (r - v) 0) as [E|E].
    + rewrite E in Hm. assert (m = 0) by (destruct Hm as [_ Hm]; specialize (Hm 0 sum_none); lia).
      apply fewest_pos in Hu; lia.
    + apply (IH q (r - v) u m); auto; lia.
Qed.

(** The fewest exist: they are computable. *)
Fixpoint search (n x : nat) : bool :=
  match n with 0 => x =? 0 | S n => existsb (fun v => (v <=? x) && search n (x - v)) tokens end.
Lemma search_sum : forall n x, search n x = true <-> sum n x.
Proof.
  induction n as [|n IH]; intro x; simpl.
  - rewrite Nat.eqb_eq. split; [intros ->; constructor | inversion 1; auto].
  - rewrite existsb_exists. split.
    + intros [v [Hv H]]. apply andb_true_iff in H as [H1 H2]. apply Nat.leb_le in H1. apply IH in H2.
      replace x with (v + (x - v)) by lia. now constructor.
    + inversion 1 as [|n' x' v Hv Hs]; subst. exists v. split; auto. apply andb_true_iff. split.
      * apply Nat.leb_le. lia.
      * apply IH. now replace (v + x' - v) with x' by lia.
Qed.
Lemma fewest_exists : forall x, exists n, fewest x n.
Proof.
  intro x.
  assert (G : forall k, (exists n, fewest x n) \/ forall m, m < k -> ~ sum m x).
  { induction k as [|k [IH|IH]]; [right; lia|auto|].
    destruct (search k x) eqn:E.
    - left. exists k. apply search_sum in E. split; auto. intros m Hm.
      destruct (le_lt_dec k m); auto. exfalso. now apply (IH m).
    - right. intros m Hm Hs. destruct (Nat.eq_dec m k) as [->|]; [apply search_sum in Hs; congruence|].
      apply (IH m); auto; lia. }
  destruct (G (S x)) as [|H]; auto. exfalso. apply (H x); auto. apply sum_ones.
Qed.
Corollary race_iff : forall r q t u, 0 < r -> 0 < q -> fewest r t -> fewest q u -> (wins rstep (R r q) <-> t <= u).
Proof.
  intros r q t u Hr Hq Ht Hu. destruct (race (r + q) r q t u (le_n _) Hr Hq Ht Hu fewest_exists) as [A B].
  split; auto. intro W. destruct (le_lt_dec t u); auto. exfalso. eapply not_both; eauto.
Qed.
End Race.
