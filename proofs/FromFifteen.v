(** Number Duel from 15 numbers on: every opening wins an odd range, and none an even one.

    The partner list: 2-6, 3-9, 4-8, 5-15, 7-14, then each even number from 10 up with the next one (without 14 and 15).
    The first five pairs are factors and multiples; the others share all their digits but the last. With 1 to n
    numbers, n odd, it pairs all but 1, which divides everything; so any other number can be left out in the place of 1.
    With n even, 1 and n are the last pair.

    [odd_range]   in an odd range from 15 on, every opening wins
    [even_range]  in an even range from 16 on, no opening wins *)
From Coq Require Import List Arith Lia Bool PeanoNat.
From Outnumber Require Import Game Counting Links Pairing.
Import ListNotations.

Definition number_duel : nat -> nat -> bool := link [Multiple; Digit].
Notation matching := (matching number_duel).
Notation maximum := (maximum number_duel).

(** The partner list of 2 to 15 + 2k. *)
Definition neighbours (k : nat) : list edge := map (fun i => (16 + 2 * i, 17 + 2 * i)) (seq 0 k).
Definition partners (k : nat) : list edge :=
  [(2, 6); (3, 9); (4, 8); (5, 15); (7, 14); (10, 11); (12, 13)] ++ neighbours k.

Lemma one_links : forall x, 1 < x -> number_duel 1 x = true.
Proof.
  intros x H. unfold number_duel, link. destruct (Nat.eqb_spec 1 x); [lia|]. cbn [negb andb existsb together].
  unfold divides. now rewrite Nat.mod_1_r.
Qed.

Lemma neighbours_link : forall m, 5 <= m -> number_duel (2 * m) (2 * m + 1) = true.
Proof.
  intros m H. unfold number_duel, link. destruct (Nat.eqb_spec (2 * m) (2 * m + 1)); [lia|]. cbn [negb andb existsb].
  apply orb_true_iff. right. apply orb_true_iff. left. cbn [together]. unfold common.
  assert (T : forall x, 10 <= x -> In (x / 10 mod 10) (digits x)).
  { intros x Hx. unfold digits. cbn [digits_within]. destruct (Nat.ltb_spec x 10); [lia|]. right.
    destruct x; [lia|]. cbn [digits_within]. now left. }
  assert (E : (2 * m + 1) / 10 = 2 * m / 10).
  { assert (A := Nat.div_mod (2 * m) 10 ltac:(lia)). assert (B := Nat.mod_upper_bound (2 * m) 10 ltac:(lia)).
    symmetry. apply Nat.div_unique with (2 * m mod 10 + 1); [|lia].
    assert (2 * m mod 10 <> 9); [|lia]. intro X. rewrite X in A. lia. }
  apply existsb_exists. exists (2 * m / 10 mod 10). split; [apply T; lia|].
  apply existsb_exists. exists (2 * m / 10 mod 10). rewrite Nat.eqb_refl. split; auto. rewrite <- E. apply T. lia.
Qed.

Lemma neighbours_ends : forall k, NoDup (ends (neighbours k)) /\
  (forall x, In x (ends (neighbours k)) <-> 16 <= x < 16 + 2 * k) /\ length (neighbours k) = k.
Proof.
  induction k as [|k (A & B & C)].
  - split; [constructor|split; auto]. intro x. simpl. lia.
  - unfold neighbours in *. rewrite seq_S, map_app, ends_app.
    split; [|split; [|rewrite app_length, !map_length, seq_length; simpl; lia]].
    + assert (X : forall (l : list nat) a b, NoDup l -> ~ In a l -> ~ In b l -> a <> b -> NoDup (l ++ [a; b])).
      { intros l a b H1 H2 H3 H4. assert (P : Permutation.Permutation (a :: b :: l) (l ++ [a; b])).
        { exact (Permutation.Permutation_app_comm [a; b] l). }
        apply (Permutation.Permutation_NoDup P). constructor; [simpl; intuition congruence|now constructor]. }
      apply X; auto; try rewrite B; simpl; lia.
    + intro x. rewrite in_app_iff, B. simpl. lia.
Qed.

(** The list pairs all numbers from 2 to 15 + 2k. *)
Lemma partners_matching : forall k, matching (partners k) (seq 2 (14 + 2 * k)) /\ length (partners k) = 7 + k.
Proof.
  intro k. destruct (neighbours_ends k) as (A & B & C). unfold partners. split; [|simpl; f_equal;
    lia || exact (f_equal (Nat.add 7) C)].
  split; [|split].
  - apply Forall_app. split; [repeat constructor|]. apply Forall_forall. intros e He.
    apply in_map_iff in He as [i [<- _]]. assert (X := neighbours_link (8 + i) ltac:(lia)).
    replace (2 * (8 + i) + 1) with (17 + 2 * i) in X by lia. replace (2 * (8 + i)) with (16 + 2 * i) in X by lia.
    exact X.
  - rewrite ends_app. simpl ends at 1.
    repeat (apply NoDup_cons; [rewrite !in_app_iff || idtac; simpl; rewrite ?B; lia|]). exact A.
  - intros x Hx. rewrite ends_app in Hx. apply in_app_iff in Hx. apply in_seq. rewrite B in Hx. simpl in Hx. lia.
Qed.

Lemma symmetric : forall a b, number_duel a b = number_duel b a.
Proof. apply link_symmetric. Qed.

Lemma ends_length : forall M, length (ends M) = 2 * length M.
Proof. induction M as [|e M IH]; simpl; [auto|]. simpl in IH. lia. Qed.

Lemma covers : forall k x, In x (seq 2 (14 + 2 * k)) -> In x (ends (partners k)).
Proof.
  intros k x Hx. destruct (partners_matching k) as [(_ & D & I) L].
  apply (NoDup_length_incl (l' := seq 2 (14 + 2 * k)) D); auto. rewrite ends_length, seq_length, L. lia.
Qed.

(** Any number of an odd range is missed by some maximum matching. *)
Lemma odd_missed : forall k v, In v (seq 1 (15 + 2 * k)) -> missed number_duel v (seq 1 (15 + 2 * k)).
Proof.
  intros k v Hv. destruct (partners_matching k) as [HM L].
  assert (Big : forall N, matching N (seq 1 (15 + 2 * k)) -> length N <= 7 + k).
  { intros N HN. apply bounded in HN. rewrite seq_length in HN. lia. }
  assert (HW : matching (partners k) (seq 1 (15 + 2 * k))).
  { apply wider with (seq 2 (14 + 2 * k)); auto. intros z _ Hz. apply in_seq in Hz. apply in_seq. lia. }
  destruct (Nat.eq_dec v 1) as [->|Hne].
  - exists (partners k). split; [split; auto|].
    + intros N HN. apply Big in HN. lia.
    + intro H. apply HM in H. apply in_seq in H. lia.
  - assert (Hc : In v (ends (partners k))) by (apply covers; apply in_seq; apply in_seq in Hv; lia).
    destruct (covered _ _ Hc) as [w Hw].
    destruct (take number_duel symmetric _ _ _ _ HM Hw) as (M & LM & HM' & _ & Hvw & _ & Hwin & _ & _).
    apply in_seq in Hwin. exists ((1, w) :: M). split; [split|].
    + apply put; auto.
      * apply wider with (rem v (rem w (seq 2 (14 + 2 * k)))); auto. intros z _ Hz. apply in_remove in Hz as [Hz _].
        apply in_remove in Hz as [Hz Zw]. apply in_seq in Hz. apply in_in_remove; [lia|].
        apply in_in_remove; auto. apply in_seq. lia.
      * apply one_links. lia.
      * lia.
      * apply in_seq. lia.
      * apply in_seq. lia.
    + intros N HN. apply Big in HN. simpl. lia.
    + simpl. intros [E|[E|H]]; [lia|congruence|]. apply HM' in H. now apply remove_In in H.
Qed.

(** An even range is paired completely. *)
Lemma even_covered : forall k v, In v (seq 1 (16 + 2 * k)) -> ~ missed number_duel v (seq 1 (16 + 2 * k)).
Proof.
  intros k v Hv [M [[HM Hmax] Hmiss]]. destruct (partners_matching k) as [HP LP]. remember (16 + 2 * k) as n eqn:En.
  assert (HF : matching ((1, n) :: partners k) (seq 1 n)).
  { apply put; [|apply one_links; lia|lia|apply in_seq; lia|apply in_seq; lia].
    apply wider with (seq 2 (14 + 2 * k)); auto. intros z _ Hz. apply in_seq in Hz.
    apply in_in_remove; [lia|]. apply in_in_remove; [lia|]. apply in_seq. lia. }
  apply Hmax in HF. change (S (length (partners k)) <= length M) in HF. apply Hmiss. destruct HM as (_ & D & I).
  apply (NoDup_length_incl (l' := seq 1 n) D); auto. rewrite ends_length, seq_length. lia.
Qed.

(** ** The theorems, about the search by the rules *)
Definition any (n : nat) : bool := true.
Definition start (range : nat) : position := (None, seq 1 range).
Notation number_duel_winning := (normal_winning position (moves number_duel any) play).

Lemma opening_iff : forall n b range m, range <= n ->
  (In m (number_duel_winning n (b, start range)) <-> In m (seq 1 range) /\ missed number_duel m (seq 1 range)).
Proof.
  intros n b range m Hn. rewrite (winning_moves number_duel symmetric any).
  - simpl. unfold moves; simpl. rewrite filter_In. tauto.
  - apply seq_NoDup.
  - unfold left; simpl. now rewrite seq_length.
Qed.

Theorem odd_range : forall n b range m, 15 <= range -> Nat.Odd range -> range <= n -> 1 <= m <= range ->
  In m (number_duel_winning n (b, start range)).
Proof.
  intros n b range m H [j Hj] Hn Hm. apply opening_iff; auto. replace range with (15 + 2 * (j - 7)) by lia.
  assert (In m (seq 1 (15 + 2 * (j - 7)))) by (apply in_seq; lia). split; auto. now apply odd_missed.
Qed.

Theorem even_range : forall n b range m, 15 <= range -> Nat.Even range -> range <= n ->
  ~ In m (number_duel_winning n (b, start range)).
Proof.
  intros n b range m H [j Hj] Hn Hm. apply opening_iff in Hm as [H1 H2]; auto.
  replace range with (16 + 2 * (j - 8)) in * by lia. revert H2. now apply even_covered.
Qed.
