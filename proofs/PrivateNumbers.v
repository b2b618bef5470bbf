(** Order Challenge: private numbers are gifts.

    Unused numbers between the two last numbers are private: only the player whose last number is lower can ever take
    them. Unused numbers above both are shared. Of these there are b; of the private numbers the mover has [mine], the
    opponent has [yours] (one of the two is 0).

    [private_numbers]         the mover wins exactly with a private number of their own, or if nobody has any and b is
                              odd
    [private_numbers_length]  b moves to the end if nobody has a private number; else b rounded up to an odd number if
                              the mover has them, to an even number if the opponent has
    [winning_private]         the private number of rank j from below (of a) wins exactly when j < a or b is even
    [winning_shared]          a shared number wins exactly when it is the lowest, b is odd, and yours = 0
    [right_move]              a move is right exactly when afterwards its player has a private number, or nobody has
                              one and an even count of shared numbers is left
    [winning_openings]        1 to n is won exactly by opening with 1, if n is odd; if n is even, by no opening *)
From Coq Require Import List Arith ZArith Lia Bool PeanoNat ZifyNat.
Local Open Scope nat_scope.
From Outnumber Require Import Game Counting.
Import ListNotations.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

(** ** The rules *)

(** What is unused, the last number of the player to move, and the opponent's; 0 for none. *)
Record position := Position { pool : list nat; own : nat; theirs : nat }.
Definition moves (p : position) : list nat := filter (fun n => own p <? n) (pool p).
Definition play (p : position) (n : nat) : position := Position (rem n (pool p)) (theirs p) n.
Definition start (range : nat) : position := Position (seq 1 range) 0 0.
Definition ok (p : position) : Prop := NoDup (pool p).

(** ** The formula *)
Definition between (a b n : nat) : bool := (a <? n) && (n <=? b).
Definition mine (p : position) : nat := count (between (own p) (theirs p)) (pool p).
Definition yours (p : position) : nat := count (between (theirs p) (own p)) (pool p).
Definition shared (p : position) : nat := count (fun n => Nat.max (own p) (theirs p) <? n) (pool p).

Definition to_odd (n : nat) : nat := n + (n + 1) mod 2.
Definition to_even (n : nat) : nat := n + n mod 2.
Definition W (p : position) : bool := (0 <? mine p) || ((yours p =? 0) && (shared p mod 2 =? 1)).
Definition L (p : position) : nat :=
  if 0 <? mine p then to_odd (shared p) else if 0 <? yours p then to_even (shared p) else shared p.

(** ** Proofs *)
Definition left (p : position) : nat := length (pool p).
Lemma ends : forall p n, ok p -> In n (moves p) -> left (play p n) < left p.
Proof. intros p n _ H. apply filter_In in H. now apply remove_length_lt. Qed.
Lemma stays : forall p n, ok p -> In n (moves p) -> ok (play p n).
Proof. intros. now apply NoDup_remove. Qed.

Lemma one_side : forall p, mine p = 0 \/ yours p = 0.
Proof.
  intro p. destruct (le_lt_dec (own p) (theirs p)); [right|left]; apply count_zero; intros n _; unfold between; compare.
Qed.

(** Taking a private number keeps those above it, and the shared ones. *)
Lemma after_private : forall p n, ok p -> In n (moves p) -> n <= theirs p ->
  mine (play p n) = 0 /\ shared (play p n) = shared p /\ yours p = 0 /\
  mine p = 1 + count (fun m => between (own p) (theirs p) m && (m <? n)) (pool p) + yours (play p n).
Proof.
  intros [l a b] n Hd Hn Hb. apply filter_In in Hn as [Hn Ha]. apply Nat.ltb_lt in Ha. unfold ok in Hd.
  unfold mine, yours, shared, play in *; simpl in *. split; [|split; [|split]].
  - apply count_zero. intros m _. unfold between. compare.
  - rewrite (count_rem (fun m => Nat.max a b <? m) l n Hd Hn). destruct (Nat.ltb_spec (Nat.max a b) n); [lia|].
    apply count_same. intros m _. compare.
  - apply count_zero. intros m _. unfold between. compare.
  - assert (R := count_rem (fun m => between a b m && (n <=? m)) l n Hd Hn). cbv beta in R.
    replace (between a b n && (n <=? n)) with true in R by (unfold between; symmetry; compare). cbn [Nat.b2n] in R.
    rewrite (count_same (between n b) (fun m => between a b m && (n <=? m)) (rem n l)).
    2:{ intros m Hm. apply in_remove in Hm. unfold between. compare. }
    assert (X : count (between a b) l = count (fun m => between a b m && (m <? n)) l
      + count (fun m => between a b m && (n <=? m)) l) by (apply count_add; intros m _; unfold between; compare).
    lia.
Qed.

(** Taking a shared number gives the opponent those below it, and gives up the mover's own. *)
Lemma after_shared : forall p n, ok p -> In n (moves p) -> theirs p < n ->
  let skipped := count (fun m => (Nat.max (own p) (theirs p) <? m) && (m <? n)) (pool p) in
  mine (play p n) = yours p + skipped /\ yours (play p n) = 0 /\ shared p = 1 + skipped + shared (play p n).
Proof.
  intros [l a b] n Hd Hn Hb. apply filter_In in Hn as [Hn Ha]. apply Nat.ltb_lt in Ha. unfold ok in Hd.
  unfold mine, yours, shared, play in *; simpl in *. split; [|split].
  - assert (R := count_rem (fun m => between b n m && (m <? n)) l n Hd Hn). cbv beta in R.
    replace (between b n n && (n <? n)) with false in R by (unfold between; symmetry; compare). cbn [Nat.b2n] in R.
    rewrite (count_same (between b n) (fun m => between b n m && (m <? n)) (rem n l)).
    2:{ intros m Hm. apply in_remove in Hm. unfold between. compare. }
    simpl in R. rewrite <- R. apply count_add. intros m _. unfold between. compare.
  - apply count_zero. intros m _. unfold between. compare.
  - assert (R := count_rem (fun m => n <=? m) l n Hd Hn). cbv beta in R. rewrite Nat.leb_refl in R. cbn [Nat.b2n] in R.
    rewrite (count_same (fun m => Nat.max b n <? m) (fun m => n <=? m) (rem n l)).
    2:{ intros m Hm. apply in_remove in Hm. compare. }
    assert (X : count (fun m => Nat.max a b <? m) l = count (fun m => (Nat.max a b <? m) && (m <? n)) l
      + count (fun m => n <=? m) l) by (apply count_add; intros m _; compare).
    lia.
Qed.

Lemma lowest_private : forall p, 0 < mine p -> exists n, In n (moves p) /\ n <= theirs p /\
  count (fun m => between (own p) (theirs p) m && (m <? n)) (pool p) = 0.
Proof.
  intros p H. destruct (nearest (fun x => x) _ _ H) as (n & Hn & Pn & Hall). exists n. unfold between in *.
  apply andb_true_iff in Pn as [P1 P2]. apply Nat.leb_le in P2. split; [now apply filter_In|split; auto].
  apply count_zero. intros m Hm. specialize (Hall m Hm). destruct (_ && _); auto. apply Nat.ltb_ge. auto.
Qed.

Lemma lowest_shared : forall p, 0 < shared p -> exists n, In n (moves p) /\ theirs p < n /\
  count (fun m => (Nat.max (own p) (theirs p) <? m) && (m <? n)) (pool p) = 0.
Proof.
  intros p H. destruct (nearest (fun x => x) _ _ H) as (n & Hn & Pn & Hall). exists n. cbv beta in Pn.
  apply Nat.ltb_lt in Pn. split; [|split; [lia|]].
  - apply filter_In. split; auto. apply Nat.ltb_lt. lia.
  - apply count_zero. intros m Hm. specialize (Hall m Hm). destruct (_ <? _); auto. apply Nat.ltb_ge. auto.
Qed.

Lemma no_moves : forall p, moves p = [] -> mine p = 0 /\ shared p = 0.
Proof.
  intros p H. assert (X : count (fun n => own p <? n) (pool p) = 0) by (unfold count; fold (moves p); now rewrite H).
  rewrite count_zero in X. split; apply count_zero; intros n Hn; apply X in Hn; apply Nat.ltb_ge in Hn;
    unfold between; compare.
Qed.

(** All cases of one move, as facts about counts. *)
Ltac counts p n Ho Hn :=
  destruct (le_lt_dec n (theirs p)) as [?C|?C];
  [destruct (after_private p n Ho Hn C) as (?A & ?B & ?D & ?E) | destruct (after_shared p n Ho Hn C) as (?A & ?B & ?D)];
  let S := fresh in assert (S := one_side p).
Ltac decide_counts := unfold W, L, to_odd, to_even in *;
  repeat match goal with
  | |- context [?a <? ?b] => destruct (Nat.ltb_spec a b)
  | |- context [?a =? ?b] => destruct (Nat.eqb_spec a b)
  | H : context [?a <? ?b] |- _ => destruct (Nat.ltb_spec a b)
  | H : context [?a =? ?b] |- _ => destruct (Nat.eqb_spec a b)
  end; cbn [negb orb andb] in *; try discriminate; try lia.

Theorem private_numbers_value : forall n b p, ok p -> left p < n ->
  normal_value position moves play n (b, p) = (if W p then b else negb b, L p).
Proof.
  intros n b p Ho Hn. apply (normal_value_is position moves play left ok ends stays W L) with (s := (b, p)); auto;
    clear.
  - intros p Ho HW. assert (G : mine p > 0 /\ shared p mod 2 = 0 \/ shared p mod 2 = 1 /\ yours p = 0).
    { assert (S := one_side p). decide_counts. }
    destruct G as [[G1 G2]|[G1 G2]].
    + destruct (lowest_private p G1) as (m & Hm & Mb & M0). exists m. split; auto. counts p m Ho Hm; [|lia].
      split; decide_counts.
    + destruct (lowest_shared p) as (m & Hm & Mb & M0); [lia|]. exists m. split; auto. counts p m Ho Hm; [lia|].
      split; decide_counts.
  - intros p m Ho HW Hm HW'. counts p m Ho Hm; decide_counts.
  - intros p m Ho HW Hm. counts p m Ho Hm; split; decide_counts.
  - intros p Ho HW HN. assert (S0 : 0 < shared p).
    { destruct (moves p) as [|m r] eqn:E; [tauto|]. assert (Hm : In m (moves p)) by (rewrite E; left; auto).
      counts p m Ho Hm; decide_counts. }
    destruct (lowest_shared p S0) as (m & Hm & Mb & M0). exists m. split; auto. counts p m Ho Hm; [lia|]. decide_counts.
  - intros p Ho HN. apply no_moves in HN as [X Y]. unfold L. rewrite X, Y. simpl. destruct (0 <? yours p); auto.
Qed.

(** ** The theorems *)
Theorem private_numbers : forall p, ok p ->
  (wins position moves play p <-> 0 < mine p \/ (yours p = 0 /\ Nat.Odd (shared p))).
Proof.
  intros p Ho. rewrite (wins_value position moves play left ok ends stays (S (left p)) p true Ho (le_n _)).
  rewrite private_numbers_value; auto. simpl. rewrite <- Nat.odd_spec, <- Nat.bit0_odd, Nat.bit0_eqb.
  decide_counts; intuition (auto; lia || discriminate).
Qed.

Theorem private_numbers_length : forall n b p, ok p -> left p < n ->
  snd (normal_value position moves play n (b, p)) =
  if 0 <? mine p then to_odd (shared p) else if 0 <? yours p then to_even (shared p) else shared p.
Proof. intros n b p Ho Hn. now rewrite private_numbers_value. Qed.

Theorem winning_private : forall n b p m, ok p -> left p <= n -> In m (moves p) -> m <= theirs p ->
  let rank := 1 + count (fun x => between (own p) (theirs p) x && (x <? m)) (pool p) in
  (In m (normal_winning position moves play n (b, p)) <-> rank < mine p \/ Nat.Even (shared p)).
Proof.
  intros n b p m Ho Hn Hm Hb. simpl.
  rewrite (winning_by position moves play left ok W L ends stays private_numbers_value); auto.
  rewrite <- Nat.even_spec, <- Nat.negb_odd, <- Nat.bit0_odd, Nat.bit0_eqb.
  counts p m Ho Hm; [|lia]. decide_counts; intuition (auto; lia || discriminate).
Qed.

Theorem winning_shared : forall n b p m, ok p -> left p <= n -> In m (moves p) -> theirs p < m ->
  (In m (normal_winning position moves play n (b, p)) <->
   count (fun x => (Nat.max (own p) (theirs p) <? x) && (x <? m)) (pool p) = 0 /\ Nat.Odd (shared p) /\ yours p = 0).
Proof.
  intros n b p m Ho Hn Hm Hb.
  rewrite (winning_by position moves play left ok W L ends stays private_numbers_value); auto.
  rewrite <- Nat.odd_spec, <- Nat.bit0_odd, Nat.bit0_eqb.
  counts p m Ho Hm; [lia|]. decide_counts; intuition (auto; lia || discriminate).
Qed.

(** The rule for people: a move is right exactly when afterwards its player has a private number, or nobody has one and
    an even count of shared numbers is left. *)
Theorem right_move : forall n b p m, ok p -> left p <= n -> In m (moves p) ->
  let q := play p m in
  (In m (normal_winning position moves play n (b, p)) <->
   0 < yours q \/ (mine q = 0 /\ yours q = 0 /\ Nat.Even (shared q))).
Proof.
  intros n b p m Ho Hn Hm. simpl.
  rewrite (winning_by position moves play left ok W L ends stays private_numbers_value); auto.
  rewrite <- Nat.even_spec, <- Nat.negb_odd, <- Nat.bit0_odd, Nat.bit0_eqb. assert (S := one_side (play p m)).
  decide_counts; intuition (auto; lia || discriminate).
Qed.

Theorem winning_openings : forall n b range m, range <= n ->
  (In m (normal_winning position moves play n (b, start range)) <-> m = 1 /\ Nat.Odd range).
Proof.
  intros n b range m Hn.
  assert (Ho : ok (start range)) by apply seq_NoDup.
  assert (Hl : left (start range) = range) by apply seq_length.
  assert (M : In m (moves (start range)) <-> 1 <= m <= range).
  { unfold moves; simpl. rewrite filter_In, in_seq. split; [lia|]. intro. split; [lia|]. apply Nat.ltb_lt. lia. }
  assert (S : shared (start range) = range).
  { unfold shared; simpl. rewrite count_all, seq_length; auto. intros x Hx. apply in_seq in Hx. apply Nat.ltb_lt. lia. }
  assert (Y : yours (start range) = 0) by (apply count_zero; intros x _; unfold between; simpl; compare).
  destruct (le_lt_dec m 0) as [Z|Z].
  { split; [|lia]. intro H. unfold normal_winning, winning in H. apply filter_In in H as [H _]. apply M in H. lia. }
  destruct (le_lt_dec m range) as [R|R].
  2:{ split; [|intros [-> [x ->]]; lia]. intro H. apply filter_In in H as [H _]. apply M in H. lia. }
  rewrite winning_shared; auto; [|lia|apply M; lia]. rewrite S, Y. cbn [start own theirs pool].
  rewrite (count_same _ (fun x => x <? m)), count_range.
  - split; [intros (H & O & _) | intros [-> O]]; repeat split; auto; lia.
  - intros x Hx. apply in_seq in Hx. simpl. destruct (Nat.ltb_spec 0 x); [auto|lia].
Qed.
