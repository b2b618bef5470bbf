(** Counting the numbers of a list that satisfy a condition: lemmas for the two games that are decided by counting. *)
From Coq Require Import List Arith Lia Bool PeanoNat.
Import ListNotations.

Notation rem := (remove Nat.eq_dec).
Definition count (P : nat -> bool) (l : list nat) : nat := length (filter P l).

(** Turns goals about comparisons of numbers into goals for [lia]. *)
Ltac compare :=
  repeat match goal with
  | |- context [?a <? ?b] => destruct (Nat.ltb_spec a b)
  | |- context [?a <=? ?b] => destruct (Nat.leb_spec a b)
  | |- context [?a =? ?b] => destruct (Nat.eqb_spec a b)
  end; simpl; try lia.

Lemma NoDup_remove : forall n l, NoDup l -> NoDup (rem n l).
Proof.
  induction l as [|x l IH]; simpl; intros H; auto. inversion H; subst.
  destruct (Nat.eq_dec n x); auto. constructor; auto. intro Hi. apply in_remove in Hi. tauto.
Qed.

Lemma count_zero : forall P l, count P l = 0 <-> forall n, In n l -> P n = false.
Proof.
  intros P l. unfold count. induction l as [|x l IH]; simpl; [split; [intros _ n []|auto]|].
  destruct (P x) eqn:E; simpl.
  - split; [lia|]. intro H. rewrite H in E; auto. discriminate.
  - rewrite IH. split; intros H n; auto. intros [<-|Hn]; auto.
Qed.

Lemma remove_length_in : forall n l, NoDup l -> In n l -> S (length (rem n l)) = length l.
Proof.
  induction l as [|x l IH]; simpl; intros Hd Hi; [tauto|]. inversion Hd; subst.
  destruct (Nat.eq_dec n x) as [->|Hne]; [now rewrite notin_remove by auto|].
  destruct Hi as [E|Hi]; [congruence|]. simpl. now rewrite IH.
Qed.

(** Every number is counted on the left as often as on the right. *)
Lemma count_add : forall P Q R l,
  (forall x, In x l -> Nat.b2n (P x) = Nat.b2n (Q x) + Nat.b2n (R x)) -> count P l = count Q l + count R l.
Proof.
  intros P Q R l. unfold count. induction l as [|x l IH]; simpl; intro H; auto.
  assert (X := H x (or_introl eq_refl)).
  assert (Y : length (filter P l) = length (filter Q l) + length (filter R l)) by auto.
  destruct (P x), (Q x), (R x); simpl in *; lia.
Qed.
Lemma count_same : forall P Q l, (forall x, In x l -> P x = Q x) -> count P l = count Q l.
Proof. intros. unfold count. now rewrite (filter_ext_in P Q). Qed.

Lemma count_all : forall P l, (forall x, In x l -> P x = true) -> count P l = length l.
Proof.
  intros P l. unfold count. induction l as [|x l IH]; simpl; intro H; auto. rewrite (H x) by auto. simpl.
  now rewrite IH; auto.
Qed.

Lemma count_le : forall P Q l, (forall x, In x l -> P x = true -> Q x = true) -> count P l <= count Q l.
Proof.
  intros P Q l. unfold count. induction l as [|x l IH]; simpl; intro H; auto.
  assert (X := H x (or_introl eq_refl)). assert (Y : length (filter P l) <= length (filter Q l)) by auto.
  destruct (P x), (Q x); simpl; lia.
Qed.

(** Taking out one number. *)
Lemma count_rem : forall P l a, NoDup l -> In a l -> count P l = Nat.b2n (P a) + count P (rem a l).
Proof.
  intros P l a Hd Hin. unfold count. induction l as [|x l IH]; [destruct Hin|]. inversion Hd; subst. simpl.
  destruct (Nat.eq_dec a x) as [->|Hne].
  - rewrite notin_remove by auto. destruct (P x); auto.
  - destruct Hin; [congruence|]. simpl. destruct (P x); simpl; rewrite IH; auto.
Qed.

Lemma count_in : forall P l n, In n l -> P n = true -> 0 < count P l.
Proof.
  intros P l n Hn E. destruct (count P l) eqn:C; [|lia]. rewrite (proj1 (count_zero P l) C n Hn) in E. discriminate.
Qed.

(** Of some numbers there is a nearest one, whatever "near" means. *)
Lemma nearest_by : forall (far : nat -> nat) l, l <> [] -> exists n, In n l /\ forall m, In m l -> far n <= far m.
Proof.
  intros far l. induction l as [|x l IH]; [congruence|]. intros _. destruct l as [|y l].
  - exists x. split; simpl; auto. now intros m [->|[]].
  - destruct IH as [n [Hn Hall]]; [discriminate|]. destruct (le_lt_dec (far x) (far n)) as [D|D].
    + exists x. split; [left; auto|]. intros m [->|Hm]; auto. apply Hall in Hm. lia.
    + exists n. split; [right; auto|]. intros m [->|Hm]; auto. lia.
Qed.

Lemma nearest : forall far P l, 0 < count P l ->
  exists n, In n l /\ P n = true /\ forall m, In m l -> P m = true -> far n <= far m.
Proof.
  intros far P l H. destruct (nearest_by far (filter P l)) as [n [Hn Hall]].
  - unfold count in H. destruct (filter P l); simpl in *; [lia|discriminate].
  - apply filter_In in Hn as [H1 H2]. exists n. repeat split; auto. intros m M1 M2. apply Hall. now apply filter_In.
Qed.

(** The numbers from 1 to n. *)
Lemma count_range : forall n x, count (fun y => y <? x) (seq 1 n) = Nat.min n (x - 1).
Proof.
  intros n x. induction n as [|n IH]; [reflexivity|]. unfold count in *.
  rewrite seq_S, filter_app, app_length, IH. cbn [filter length]. destruct (Nat.ltb_spec (1 + n) x); cbn [length]; lia.
Qed.
