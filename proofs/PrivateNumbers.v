(** Order Challenge: private numbers (gifts) and shared numbers decide. *)
From Coq Require Import List Arith Lia Bool PeanoNat.
From Outnumber Require Import TwoSides.
Import ListNotations.
Notation rem := (remove Nat.eq_dec).

(** What is unused, the last number of the player to move, and of the other; 0 for none. *)
Record opos := O { pool : list nat; own : nat; theirs : nat }.
Definition olegal (p : opos) (n : nat) : Prop := In n (pool p) /\ own p < n.
Definition oplay (p : opos) (n : nat) : opos := O (rem n (pool p)) (theirs p) n.
Definition ostep (p q : opos) : Prop := exists n, olegal p n /\ q = oplay p n.

Definition cnt (P : nat -> bool) (l : list nat) := length (filter P l).
Definition btw a b n := (a <? n) && (n <=? b).
(** What only the mover, only the opponent, and both can still take. *)
Definition mine p := cnt (btw (own p) (theirs p)) (pool p).
Definition yours p := cnt (btw (theirs p) (own p)) (pool p).
Definition shared p := cnt (Nat.ltb (Nat.max (own p) (theirs p))) (pool p).

(** The player to move wins exactly if they have a gift, or nobody has and the shared count is odd. *)
Definition good p := 0 < mine p \/ (yours p = 0 /\ Nat.odd (shared p) = true).

Definition oks p := NoDup (pool p).

Lemma cnt_pos : forall P l, 0 < cnt P l -> exists n, In n l /\ P n = true.
Proof.
  intros P l H. unfold cnt in H. destruct (filter P l) as [|n r] eqn:E; simpl in H; [lia|].
  exists n. apply filter_In. rewrite E. left; auto.
Qed.
Lemma cnt_zero : forall P l, cnt P l = 0 <-> forall n, In n l -> P n = false.
Proof.
  intros P l. unfold cnt. split.
  - intros H n Hn. destruct (P n) eqn:E; auto. exfalso. assert (In n (filter P l)) by now apply filter_In.
    destruct (filter P l); simpl in *; [tauto|lia].
  - intros H. destruct (filter P l) as [|n r] eqn:E; auto. exfalso.
    assert (Hn : In n (filter P l)) by (rewrite E; left; auto). apply filter_In in Hn as [H1 H2]. rewrite H in H2; auto; discriminate.
Qed.
Lemma cnt_ext : forall P Q l, (forall n, In n l -> P n = Q n) -> cnt P l = cnt Q l.
Proof. intros. unfold cnt. now rewrite (filter_ext_in P Q). Qed.
Lemma cnt_out : forall P l a, NoDup l -> In a l -> cnt P l = (if P a then 1 else 0) + cnt P (rem a l).
Proof.
  intros P l a Hd Hin. unfold cnt. induction l as [|x l IH]; [destruct Hin|]. inversion Hd; subst. simpl.
  destruct (Nat.eq_dec a x) as [->|Hne].
  - rewrite notin_remove by auto. destruct (P x); auto.
  - destruct Hin; [congruence|]. simpl. destruct (P x); simpl; rewrite IH; auto.
Qed.
Lemma cnt_le : forall P Q l, (forall n, In n l -> P n = true -> Q n = true) -> cnt P l <= cnt Q l.
Proof. intros. now apply filter_le. Qed.

(** The lowest of some numbers. *)
Lemma lowest : forall P l, 0 < cnt P l -> exists n, In n l /\ P n = true /\ forall m, In m l -> P m = true -> n <= m.
Proof.
  intros P l H. destruct (@nearest_of true (filter P l)) as [n [Hn Hall]].
  - unfold cnt in H. destruct (filter P l); simpl in *; [lia|discriminate].
  - apply filter_In in Hn as [H1 H2]. exists n. repeat split; auto. intros m M1 M2. apply Hall. now apply filter_In.
Qed.

Ltac b2p := repeat (rewrite ?andb_true_iff, ?andb_false_iff, ?Nat.ltb_lt, ?Nat.ltb_ge, ?Nat.leb_le, ?Nat.leb_gt in *).
Ltac ext := apply cnt_ext; intros ?m ?Hm; apply eq_true_iff_eq; unfold btw; b2p; lia.

Theorem private_numbers : forall s p, length (pool p) = s -> oks p ->
  (good p -> wins ostep p) /\ (~ good p -> loses ostep p).
Proof.
  induction s as [s IH] using lt_wf_ind. intros p Hs Hd.
  assert (IHm : forall n, olegal p n -> (good (oplay p n) -> wins ostep (oplay p n)) /\ (~ good (oplay p n) -> loses ostep (oplay p n))).
  { intros n [Hn _]. apply (IH (length (pool (oplay p n)))); auto.
    - simpl. subst s. now apply remove_length_lt.
    - now apply NoDup_remove. }
  destruct p as [l a b]. unfold oks in Hd; simpl in Hd.
  split.
  - intro G.
    assert (W : exists n, olegal (O l a b) n /\ ~ good (oplay (O l a b) n)).
    2:{ destruct W as [n [Hl Hn]]. apply wins_by with (oplay (O l a b) n); [exists n; auto|]. now apply IHm. }
    unfold good, mine, yours, shared in *; simpl in *.
    destruct (Nat.eq_dec (cnt (btw a b) l) 0) as [Z|Z].
    + (* no gift: take the lowest shared number *)
      destruct G as [G|[Gy Go]]; [lia|].
      destruct (lowest (Nat.ltb (Nat.max a b)) l) as (n & N1 & N2 & N3).
      { destruct (cnt (Nat.ltb (Nat.max a b)) l); [discriminate|lia]. }
      b2p. exists n. split; [split; simpl; auto; lia|]. simpl.
      rewrite (Nat.max_r b n) by lia.
      assert (M0 : cnt (btw b n) (rem n l) = 0).
      { apply cnt_zero. intros m Hm. apply in_remove in Hm as [Hm Hne]. destruct (btw b n m) eqn:E; auto. exfalso.
        unfold btw in E. b2p. assert (F := proj1 (cnt_zero _ _) Gy m Hm). unfold btw in F. b2p.
        assert (X : n <= m); [|lia]. apply N3; auto. b2p. lia. }
      assert (S0 : cnt (Nat.ltb (Nat.max a b)) l = S (cnt (Nat.ltb n) (rem n l))).
      { rewrite (cnt_out _ l n); auto. replace (Nat.max a b <? n) with true by (symmetry; b2p; lia). simpl. f_equal.
        apply cnt_ext. intros m Hm. apply in_remove in Hm as [Hm Hne]. apply eq_true_iff_eq. b2p. split; [|lia].
        intro. assert (n <= m) by (apply N3; auto; b2p; lia). lia. }
      rewrite S0 in Go. rewrite Nat.odd_succ in Go.
      intros [H|[_ H]]; [lia|]. rewrite <- Nat.negb_even, Go in H. discriminate.
    + destruct (Nat.even (cnt (Nat.ltb (Nat.max a b)) l)) eqn:Ev.
      * (* a gift and an even count: take the lowest gift *)
        destruct (lowest (btw a b) l) as (n & N1 & N2 & N3); [lia|]. unfold btw in N2. b2p.
        exists n. split; [split; simpl; auto; lia|]. simpl.
        assert (M0 : cnt (btw b n) (rem n l) = 0).
        { apply cnt_zero. intros m Hm. unfold btw. b2p. apply in_remove in Hm as [_ Hm]. lia. }
        assert (S0 : cnt (Nat.ltb (Nat.max b n)) (rem n l) = cnt (Nat.ltb (Nat.max a b)) l).
        { rewrite (cnt_out (Nat.ltb (Nat.max a b)) l n); auto.
          replace (Nat.max a b <? n) with false by (symmetry; b2p; lia). simpl. ext. }
        intros [H|[_ H]]; [lia|]. rewrite S0, <- Nat.negb_even, Ev in H. discriminate.
      * (* a gift and an odd count: take the lowest shared number *)
        destruct (lowest (Nat.ltb (Nat.max a b)) l) as (n & N1 & N2 & N3).
        { destruct (cnt (Nat.ltb (Nat.max a b)) l); [discriminate|lia]. }
        assert (Hab : a < b). { destruct (cnt_pos (btw a b) l) as [m [_ Hm]]; [lia|]. unfold btw in Hm. b2p. lia. }
        b2p. exists n. split; [split; simpl; auto; lia|]. simpl. rewrite (Nat.max_r b n) by lia.
        assert (M0 : cnt (btw b n) (rem n l) = 0).
        { apply cnt_zero. intros m Hm. apply in_remove in Hm as [Hm Hne]. destruct (btw b n m) eqn:E; auto. exfalso.
          unfold btw in E. b2p. assert (X : n <= m); [|lia]. apply N3; auto. b2p. lia. }
        assert (S0 : cnt (Nat.ltb (Nat.max a b)) l = S (cnt (Nat.ltb n) (rem n l))).
        { rewrite (cnt_out _ l n); auto. replace (Nat.max a b <? n) with true by (symmetry; b2p; lia). simpl. f_equal.
          apply cnt_ext. intros m Hm. apply in_remove in Hm as [Hm Hne]. apply eq_true_iff_eq. b2p. split; [|lia].
          intro. assert (n <= m) by (apply N3; auto; b2p; lia). lia. }
        rewrite S0, Nat.even_succ in Ev. intros [H|[_ H]]; [lia|]. congruence.
  - intro G. constructor. intros q [n [Hl ->]]. apply IHm; auto. destruct Hl as [Hn Hgt]. simpl in *.
    unfold good, mine, yours, shared in *; simpl in *.
    assert (Z : cnt (btw a b) l = 0) by lia.
    assert (Hbn : b < n).
    { destruct (le_lt_dec n b); auto. exfalso. assert (F := proj1 (cnt_zero _ _) Z n Hn). unfold btw in F. b2p. lia. }
    destruct (Nat.eq_dec (cnt (btw b a) l) 0) as [Y|Y].
    + (* nobody has a gift, the count is even *)
      assert (Ev : Nat.odd (cnt (Nat.ltb (Nat.max a b)) l) = false) by (destruct (Nat.odd _); auto; exfalso; apply G; auto).
      destruct (Nat.eq_dec (cnt (btw b n) (rem n l)) 0) as [X|X]; [|left; lia]. right. split.
      * apply cnt_zero. intros m Hm. unfold btw. b2p. lia.
      * rewrite (Nat.max_r b n) by lia.
        assert (S0 : cnt (Nat.ltb (Nat.max a b)) l = S (cnt (Nat.ltb n) (rem n l))).
        { rewrite (cnt_out _ l n); auto. replace (Nat.max a b <? n) with true by (symmetry; b2p; lia). simpl. f_equal.
          apply cnt_ext. intros m Hm. apply eq_true_iff_eq. b2p. split; [|lia].
          intro. assert (F := proj1 (cnt_zero _ _) X m Hm). unfold btw in F. b2p. apply in_remove in Hm as [_ Hm]. lia. }
        rewrite S0, Nat.odd_succ in Ev. now rewrite <- Nat.negb_even, Ev.
    + (* the opponent has a gift and keeps it *)
      left. destruct (cnt_pos (btw b a) l) as [m [M1 M2]]; [lia|]. unfold btw in M2. b2p.
      assert (In m (rem n l)) by (apply in_in_remove; auto; lia).
      destruct (Nat.eq_dec (cnt (btw b n) (rem n l)) 0) as [X|]; [|lia]. exfalso.
      assert (F := proj1 (cnt_zero _ _) X m H). unfold btw in F. b2p. lia.
Qed.
