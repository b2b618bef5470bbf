(** Number Stack Duel: count the two sides of the top number.

    Let f be the count of unused numbers on the side of the top where the mover must go, k the count on the other side.

    [two_sides]         the mover wins exactly when f > k
    [winning_moves]     of the legal numbers, the j-th nearest to the top wins exactly when 2j <= f - k + 1
    [two_sides_length]  2k + 1 moves to the end if the mover wins, 2f if the mover loses
    [winning_openings]  x opens 1 to n to a win exactly when the opponent's side has no more numbers than the other
    [opening_length]    every opening position is won, and by the fastest opening in one move

    for both patterns of the rules: first greater, then less, and so on; or first less, then greater, and so on. *)
From Coq Require Import List Arith Lia Bool PeanoNat.
From Outnumber Require Import Game Counting.
Import ListNotations.

(** ** The rules *)

(** What is unused; the number on top, 0 while the stack is empty; whether the next number must be greater than the
    top (on the empty stack: whether the second number must be greater than the first). *)
Record position := Position { unused : list nat; top : nat; greater : bool }.

Definition fits (p : position) (n : nat) : bool := if greater p then top p <? n else n <? top p.
Definition moves (p : position) : list nat := if top p =? 0 then unused p else filter (fits p) (unused p).
Definition play (p : position) (n : nat) : position :=
  Position (rem n (unused p)) n (if top p =? 0 then greater p else negb (greater p)).
Definition start (range : nat) (pattern : bool) : position := Position (seq 1 range) 0 pattern.

(** Positions that can come up: no number is there twice, none is 0, and the top has been used. *)
Definition ok (p : position) : Prop := NoDup (unused p) /\ ~ In 0 (unused p) /\ ~ In (top p) (unused p).

(** ** The formula *)
Definition f (p : position) : nat := count (fits p) (unused p).
Definition k (p : position) : nat := count (fun n => negb (fits p n)) (unused p).
(** Of the legal numbers, those nearer to the top than n; n is the j-th nearest if there are j - 1. *)
Definition nearer (p : position) (n : nat) : nat :=
  count (fun m => fits p m && if greater p then m <? n else n <? m) (unused p).

Definition W (p : position) : bool := if top p =? 0 then negb (length (unused p) =? 0) else k p <? f p.
Definition L (p : position) : nat :=
  if top p =? 0 then (if length (unused p) =? 0 then 0 else 1) else if k p <? f p then 2 * k p + 1 else 2 * f p.

(** ** Proofs *)
Definition left (p : position) : nat := List.length (unused p).

Lemma moves_in : forall p n, In n (moves p) -> In n (unused p) /\ (top p <> 0 -> fits p n = true).
Proof.
  intros p n. unfold moves. destruct (Nat.eqb_spec (top p) 0) as [E|E]; [tauto|].
  intro H. apply filter_In in H. tauto.
Qed.
Lemma ends : forall p n, ok p -> In n (moves p) -> left (play p n) < left p.
Proof. intros p n _ H. apply remove_length_lt. now apply moves_in in H. Qed.
Lemma stays : forall p n, ok p -> In n (moves p) -> ok (play p n).
Proof.
  intros p n (H1 & H2 & _) _. unfold ok; simpl. split; [now apply NoDup_remove|split; [|apply remove_In]].
  intro H. apply in_remove in H. tauto.
Qed.

(** The j-th nearest number gives the opponent k + j - 1 numbers against f - j. *)
Lemma after_move : forall p n, ok p -> top p <> 0 -> In n (moves p) ->
  f (play p n) = k p + nearer p n /\ S (k (play p n) + nearer p n) = f p /\ top (play p n) <> 0.
Proof.
  intros [l t g] n (Hd & H0 & Ht) Hne Hn. apply moves_in in Hn as [Hu Hf]. specialize (Hf Hne).
  unfold ok, f, k, nearer, fits, play in *; simpl in *. destruct (Nat.eqb_spec t 0); [contradiction|].
  assert (T : forall x, In x l -> x <> t) by (intros x Hx ->; auto). split; [|split].
  - assert (R := count_rem (fun m => if negb g then n <? m else m <? n) l n Hd Hu). cbv beta in R.
  rewrite Nat.ltb_irrefl in R.
    replace (if negb g then false else false) with false in R by now destruct g. simpl in R. rewrite <- R.
    apply count_add. intros x Hx. apply T in Hx. destruct g; simpl in *; apply Nat.ltb_lt in Hf; compare.
  - assert (R := count_rem (fun m => negb (if negb g then n <? m else m <? n)) l n Hd Hu). cbv beta in R.
  rewrite Nat.ltb_irrefl in R.
    replace (negb (if negb g then false else false)) with true in R by now destruct g.
    rewrite <- Nat.add_succ_l. simpl in R. rewrite <- R. symmetry.
    apply count_add. intros x Hx. apply T in Hx. destruct g; simpl in *; apply Nat.ltb_lt in Hf; compare.
  - intros ->. auto.
Qed.

(** Some legal number is nearest. *)
Lemma nearest_move : forall p, top p <> 0 -> 0 < f p -> exists n, In n (moves p) /\ nearer p n = 0.
Proof.
  intros [l t g] Hne Hf. unfold f in Hf; simpl in *.
  destruct (nearest (fun x => if g then x else t - x) _ _ Hf) as (n & Hn & Fn & Hall). exists n. split.
  - unfold moves; simpl. destruct (Nat.eqb_spec t 0); [contradiction|]. now apply filter_In.
  - apply count_zero. intros m Hm. simpl. destruct (fits _ m) eqn:E; auto. specialize (Hall m Hm E).
    unfold fits in *; simpl in *. destruct g; apply Nat.ltb_lt in E; apply Nat.ltb_lt in Fn; simpl; apply Nat.ltb_ge;
      lia.
Qed.

Lemma no_legal : forall p, top p <> 0 -> (moves p = [] <-> f p = 0).
Proof.
  intros p H. unfold moves, f, count. destruct (Nat.eqb_spec (top p) 0); [contradiction|].
  split; [now intros ->|]. now destruct (filter _ _).
Qed.

(** Before the first number: the number at the end of the range leaves nothing to answer. *)
Lemma outermost : forall p, ok p -> top p = 0 -> unused p <> [] ->
  exists n, In n (moves p) /\ f (play p n) = 0 /\ top (play p n) <> 0.
Proof.
  intros [l t g] (Hd & H0 & _) Ht Hne; simpl in *. subst t.
  destruct (nearest_by (fun x => if g then list_max l - x else x) l Hne) as (n & Hn & Hall). exists n.
  split; [exact Hn|split; [|intros ->; auto]]. apply count_zero. intros m Hm. simpl in Hm.
  apply in_remove in Hm as [Hm _].
  assert (X := proj1 (list_max_le l _) (le_n _)). rewrite Forall_forall in X.
  assert (Xm := X m Hm). assert (Xn := X n Hn). specialize (Hall m Hm). unfold fits; simpl.
  destruct g; apply Nat.ltb_ge; lia.
Qed.

Lemma decided : forall p, top p <> 0 -> W p = (k p <? f p) /\ L p = if k p <? f p then 2 * k p + 1 else 2 * f p.
Proof. intros p H. unfold W, L. destruct (Nat.eqb_spec (top p) 0); [contradiction|auto]. Qed.

Ltac decide_sides p n Hok Hne Hn :=
  destruct (after_move p n Hok Hne Hn) as (?A & ?B & ?C);
  destruct (decided (play p n) C) as [?D ?E]; rewrite ?D, ?E in *; clear D E.

(** The search by the rules finds what the counts say, for both patterns and from every position. *)
Theorem two_sides_value : forall n b p, ok p -> left p < n ->
  normal_value position moves play n (b, p) = (if W p then b else negb b, L p).
Proof.
  intros n b p Ho Hn. apply (normal_value_is position moves play left ok ends stays W L) with (s := (b, p)); auto;
    clear.
  - intros p Hok HW. destruct (Nat.eq_dec (top p) 0) as [E|Hne].
    + unfold W in HW. rewrite E in HW; simpl in HW.
      assert (Hu : unused p <> []) by (intro X; rewrite X in HW; discriminate).
      destruct (outermost p Hok E Hu) as (m & Hm & Fm & Tm). exists m. destruct (decided _ Tm) as [-> ->].
      rewrite Fm. split; auto. split; [apply Nat.ltb_ge; lia|]. unfold L. rewrite E. simpl.
      destruct (Nat.eqb_spec (length (unused p)) 0); [discriminate|]. compare.
    + destruct (decided p Hne) as [X Y]. rewrite X in HW. rewrite HW in Y. apply Nat.ltb_lt in HW.
      destruct (nearest_move p Hne) as (m & Hm & Z); [lia|]. exists m. decide_sides p m Hok Hne Hm.
      split; auto. rewrite Y. split; compare.
  - intros p m Hok HW Hm HW'. destruct (Nat.eq_dec (top p) 0) as [E|Hne].
    + unfold L at 1. rewrite E. simpl. destruct (length (unused p) =? 0); lia.
    + destruct (decided p Hne) as [X Y]. rewrite X in HW. rewrite HW in Y. apply Nat.ltb_lt in HW.
      decide_sides p m Hok Hne Hm. apply Nat.ltb_ge in HW'. rewrite Y. compare.
  - intros p m Hok HW Hm. destruct (Nat.eq_dec (top p) 0) as [E|Hne].
    + exfalso. apply moves_in in Hm as [Hm _]. unfold W in HW. rewrite E in HW. simpl in HW.
      destruct (unused p); [destruct Hm|discriminate].
    + destruct (decided p Hne) as [X Y]. rewrite X in HW. rewrite HW in Y. apply Nat.ltb_ge in HW.
      decide_sides p m Hok Hne Hm. rewrite Y. split; [apply Nat.ltb_lt; lia|]. compare.
  - intros p Hok HW HN. destruct (Nat.eq_dec (top p) 0) as [E|Hne].
    + exfalso. unfold W in HW. unfold moves in HN. rewrite E in *. simpl in *. now destruct (unused p).
    + destruct (decided p Hne) as [X Y]. rewrite X in HW. rewrite HW in Y. apply Nat.ltb_ge in HW.
      assert (F0 : f p <> 0) by (intro; apply HN; now apply no_legal).
      destruct (nearest_move p Hne) as (m & Hm & Z); [lia|]. exists m. decide_sides p m Hok Hne Hm.
      rewrite Y. split; auto. compare.
  - intros p Hok HN. destruct (Nat.eq_dec (top p) 0) as [E|Hne].
    + unfold L. unfold moves in HN. rewrite E in *. simpl in *. now rewrite HN.
    + apply no_legal in HN; auto. destruct (decided p Hne) as [_ ->]. rewrite HN. compare.
Qed.

(** ** The theorems *)
Lemma start_ok : forall range g, ok (start range g).
Proof.
  intros range g. unfold ok, start; simpl. split; [apply seq_NoDup|]. rewrite in_seq. lia.
Qed.

Theorem two_sides : forall p, ok p -> top p <> 0 -> (wins position moves play p <-> f p > k p).
Proof.
  intros p Hok Hne. rewrite (wins_value position moves play left ok ends stays (S (left p)) p true Hok (le_n _)).
  rewrite two_sides_value; auto. simpl. rewrite (proj1 (decided p Hne)).
  destruct (Nat.ltb_spec (k p) (f p)); split; auto; lia || discriminate.
Qed.

(** The length of best play from a position with a top. *)
Theorem two_sides_length : forall n b p, ok p -> top p <> 0 -> left p < n ->
  snd (normal_value position moves play n (b, p)) = if k p <? f p then 2 * k p + 1 else 2 * f p.
Proof. intros n b p Hok Hne Hn. rewrite two_sides_value; auto. apply (proj2 (decided p Hne)). Qed.

(** The winning moves: m is the j-th nearest, j = nearer p m + 1, and 2j <= f - k + 1. *)
Theorem winning_moves : forall n b p m, ok p -> top p <> 0 -> left p <= n ->
  (In m (normal_winning position moves play n (b, p)) <->
   In m (moves p) /\ 2 * (nearer p m + 1) + k p <= f p + 1).
Proof.
  intros n b p m Hok Hne Hn. rewrite (winning_by position moves play left ok W L ends stays two_sides_value); auto.
  split; intros [Hm H]; split; auto; decide_sides p m Hok Hne Hm;
    destruct (Nat.ltb_spec (k (play p m)) (f (play p m))); auto; lia || discriminate.
Qed.

(** Before the first number: for "greater", x wins exactly when no more numbers are above x than below it. *)
Theorem winning_openings : forall n b range g x, range <= n ->
  (In x (normal_winning position moves play n (b, start range g)) <->
   1 <= x <= range /\ if g then range - x <= x - 1 else x - 1 <= range - x).
Proof.
  intros n b range g x Hn. assert (Hok := start_ok range g).
  assert (M : In x (moves (start range g)) <-> 1 <= x <= range) by (unfold moves, start; simpl; rewrite in_seq; lia).
  enough (E : 1 <= x <= range -> W (play (start range g) x) =
    false <-> if g then range - x <= x - 1 else x - 1 <= range - x).
  { rewrite (winning_by position moves play left ok W L ends stays two_sides_value), M; auto.
    - tauto.
    - unfold left, start. simpl. now rewrite seq_length. }
  intros Hx. unfold W, play, start; simpl. destruct (Nat.eqb_spec x 0); [lia|].
  assert (Hin : In x (seq 1 range)) by (apply in_seq; lia).
  assert (B : count (fun y => y <? x) (rem x (seq 1 range)) = x - 1).
  { assert (R := count_rem (fun y => y <? x) _ x (seq_NoDup range 1) Hin). cbv beta in R.
    rewrite Nat.ltb_irrefl in R. simpl in R. rewrite <- R, count_range. lia. }
  assert (A : count (fun y => x <? y) (rem x (seq 1 range)) = range - x).
  { assert (R := count_rem (fun y => x <=? y) _ x (seq_NoDup range 1) Hin). cbv beta in R.
    rewrite Nat.leb_refl in R. cbn [Nat.b2n] in R.
    rewrite (count_same (fun y => x <? y) (fun y => x <=? y)).
    2:{ intros y Hy. apply in_remove in Hy. compare. }
    assert (T : count (fun _ => true) (seq 1 range) = count (fun y => y <? x) (seq 1 range) +
      count (fun y => x <=? y) (seq 1 range)).
    { apply count_add. intros y _. compare. }
    rewrite count_range, count_all, seq_length in T by auto. lia. }
  unfold k, f, fits; simpl. destruct g; simpl.
  - rewrite (count_same (fun n => negb (x <? n)) (fun y => y <? x)), A, B.
    + rewrite Nat.ltb_ge. lia.
    + intros y Hy. apply in_remove in Hy. compare.
  - rewrite (count_same (fun n => negb (n <? x)) (fun y => x <? y)), A, B.
    + rewrite Nat.ltb_ge. lia.
    + intros y Hy. apply in_remove in Hy. compare.
Qed.

(** The first player wins, and can win with the first move. *)
Theorem opening_length : forall n b range g, 0 < range -> range < n ->
  normal_value position moves play n (b, start range g) = (b, 1).
Proof.
  intros n b range g H Hn. rewrite two_sides_value; [|apply start_ok|unfold left; simpl; rewrite seq_length; lia].
  unfold W, L. simpl. rewrite seq_length. destruct (Nat.eqb_spec range 0); [lia|reflexivity].
Qed.
