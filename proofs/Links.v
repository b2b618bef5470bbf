(** When two numbers go together: the seven criteria of Number Duel, of which Strategy Stacks uses the first.

    [link_symmetric]  every choice of criteria is symmetric, as the theorems of Pairing.v need it *)
From Coq Require Import List Arith Lia Bool PeanoNat.
Import ListNotations.

Inductive criterion := Multiple | Digit | DigitSum | Coprime | Neighbour | SquareSum | PrimeSum.

(** The decimal digits of a number, the last one first; a number has at most n + 1 digits. *)
Fixpoint digits_within (n x : nat) : list nat :=
  match n with 0 => [] | S n => x mod 10 :: if x <? 10 then [] else digits_within n (x / 10) end.
Definition digits (x : nat) : list nat := digits_within (S x) x.

Definition divides (a b : nat) : bool := b mod a =? 0.
Definition common (a b : list nat) : bool := existsb (fun x => existsb (Nat.eqb x) b) a.
Definition square (n : nat) : bool := Nat.sqrt n * Nat.sqrt n =? n.
Definition prime (n : nat) : bool := (2 <=? n) && forallb (fun d => negb (divides d n)) (seq 2 (n - 2)).

Definition together (c : criterion) (a b : nat) : bool :=
  match c with
  | Multiple => divides a b || divides b a
  | Digit => common (digits a) (digits b)
  | DigitSum => list_sum (digits a) =? list_sum (digits b)
  | Coprime => Nat.gcd a b =? 1
  | Neighbour => (a =? b + 1) || (b =? a + 1)
  | SquareSum => square (a + b)
  | PrimeSum => prime (a + b)
  end.

(** Two different numbers are linked if they satisfy any of the criteria. *)
Definition link (criteria : list criterion) (a b : nat) : bool :=
  negb (a =? b) && existsb (fun c => together c a b) criteria.

Lemma common_symmetric : forall a b, common a b = common b a.
Proof.
  intros a b. apply eq_true_iff_eq. unfold common. rewrite !existsb_exists.
  split; intros [x [Hx H]]; apply existsb_exists in H as [y [Hy E]]; apply Nat.eqb_eq in E; subst;
    exists y; split; auto; apply existsb_exists; exists y; rewrite Nat.eqb_refl; auto.
Qed.

Theorem link_symmetric : forall criteria a b, link criteria a b = link criteria b a.
Proof.
  intros criteria a b. unfold link. rewrite (Nat.eqb_sym a b). f_equal.
  induction criteria as [|c l IH]; simpl; auto. rewrite IH. f_equal. destruct c; cbn [together].
  - apply orb_comm.
  - apply common_symmetric.
  - apply Nat.eqb_sym.
  - now rewrite Nat.gcd_comm.
  - apply orb_comm.
  - now rewrite Nat.add_comm.
  - now rewrite Nat.add_comm.
Qed.
