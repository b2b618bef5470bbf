(** Number Stack Attack where nobody ever passes: a race.

    Let some token, the unit, divide all tokens and the target (a token 1 always does). Let t(x) be the fewest tokens
    that add up to x.

    [race]            the mover, who lacks r, wins against q exactly when t(r) <= t(q)
    [race_length]     2 t(r) - 1 moves to the end if the mover wins, 2 t(q) if the mover loses
    [winning_tokens]  a token v wins exactly when t(r - v) < t(q)
    [fewest_run]      with the tokens 1 to m, t(x) is x / m, rounded up
    [turns_fewest]    t is computable
    [repeats]         once t(x) = t(x - m) + 1 holds for m numbers in a row, m the largest token, it holds for ever

    The rules are those of StandOff.v, with passes and stand-offs, which prove to be impossible here. *)
From Coq Require Import List Arith Lia Bool PeanoNat.
From Outnumber Require Import Game StandOff.
Import ListNotations.

Section Race.
Variable tokens : list nat.
Variable target : nat.
Variable first_wins : bool.
Hypothesis positive : forall v, In v tokens -> 0 < v.
Variable unit : nat.
Hypothesis unit_token : In unit tokens.
Hypothesis unit_divides : forall v, In v tokens -> Nat.divide unit v.
Hypothesis unit_target : Nat.divide unit target.

(** ** Sums of tokens, and the fewest *)
Inductive sum : nat -> nat -> Prop :=
| sum_none : sum 0 0
| sum_one : forall n x v, In v tokens -> sum n x -> sum (S n) (v + x).
Definition fewest (x n : nat) : Prop := sum n x /\ forall m, sum m x -> n <= m.

Fixpoint search (n x : nat) : bool :=
  match n with 0 => x =? 0 | S n => existsb (fun v => (v <=? x) && search n (x - v)) tokens end.
(** The fewest tokens, 0 where no tokens add up to x. *)
Definition turns (x : nat) : nat := match find (fun n => search n x) (seq 0 (S x)) with Some n => n | None => 0 end.

Lemma search_sum : forall n x, search n x = true <-> sum n x.
Proof.
  clear. induction n as [|n IH]; intro x; simpl.
  - rewrite Nat.eqb_eq. split; [intros ->; constructor | inversion 1; auto].
  - rewrite existsb_exists. split.
    + intros [v [Hv H]]. apply andb_true_iff in H as [H1 H2]. apply Nat.leb_le in H1. apply IH in H2.
      replace x with (v + (x - v)) by lia. now constructor.
    + inversion 1 as [|n' x' v Hv Hs]; subst. exists v. split; auto. apply andb_true_iff. split.
      * apply Nat.leb_le. lia.
      * apply IH. now replace (v + x' - v) with x' by lia.
Qed.

Lemma sum_positive : forall n x, sum n x -> n <= x.
Proof. induction 1 as [|n x v Hv _ IH]; auto. apply positive in Hv. lia. Qed.

Lemma find_first : forall (P : nat -> bool) k s n, find P (seq s k) = Some n ->
  P n = true /\ forall m, s <= m < n -> P m = false.
Proof.
  clear. induction k as [|k IH]; intros s n H; simpl in H; [discriminate|]. destruct (P s) eqn:E.
  - inversion H; subst. split; auto. lia.
  - apply IH in H as [A B]. split; auto. intros m Hm. destruct (Nat.eq_dec m s) as [->|]; auto. apply B. lia.
Qed.

Theorem turns_fewest : forall x, (exists n, sum n x) -> fewest x (turns x).
Proof.
  intros x [k Hk]. unfold turns. destruct (find _ _) as [n|] eqn:E.
  - apply find_first in E as [A B]. apply search_sum in A. split; auto. intros m Hm.
    destruct (le_lt_dec n m) as [|L]; auto. apply search_sum in Hm. rewrite B in Hm; [discriminate|lia].
  - exfalso. assert (X := sum_positive _ _ Hk).
    assert (H := find_none _ _ E k (proj2 (in_seq (S x) 0 k) ltac:(lia))). cbv beta in H.
    rewrite (proj2 (search_sum k x) Hk) in H. discriminate H.
Qed.

Lemma sum_units : forall k, sum k (k * unit).
Proof. induction k as [|k IH]; simpl; constructor; auto. Qed.
Lemma fewest_exists : forall x, Nat.divide unit x -> fewest x (turns x).
Proof. intros x [k ->]. apply turns_fewest. exists k. apply sum_units. Qed.

Lemma fewest_same : forall x n m, fewest x n -> fewest x m -> n = m.
Proof. intros x n m [A B] [C D]. apply B in C. apply D in A. lia. Qed.
Lemma turns_is : forall x n, fewest x n -> turns x = n.
Proof. intros x n H. apply (fewest_same x); auto. apply turns_fewest. exists n. apply H. Qed.
Lemma turns_zero : turns 0 = 0.
Proof. apply turns_is. split; [constructor|lia]. Qed.

Lemma turns_positive : forall x, Nat.divide unit x -> 0 < x -> 0 < turns x.
Proof. intros x H Hx. apply fewest_exists in H as [H _]. inversion H; subst; lia. Qed.

(** One token brings a player at most one turn nearer, and some token does. *)
Lemma turns_step : forall x v, Nat.divide unit x -> In v tokens -> v <= x -> turns x <= S (turns (x - v)).
Proof.
  intros x v H Hv Hx. assert (D := unit_divides v Hv).
  assert (A := fewest_exists x H). assert (B := fewest_exists (x - v) ltac:(now apply Nat.divide_sub_r)).
  assert (X := sum_one _ _ v Hv (proj1 B)). replace (v + (x - v)) with x in X by lia. now apply A.
Qed.
Lemma turns_best : forall x, Nat.divide unit x -> 0 < x ->
  exists v, In v tokens /\ v <= x /\ turns x = S (turns (x - v)).
Proof.
  intros x H Hx. assert (A := fewest_exists x H). destruct A as [A B]. remember (turns x) as n eqn:E.
  destruct A as [|n x v Hv Hs]; [lia|]. exists v. split; auto. split; [lia|].
  replace (v + x - v) with x by lia. f_equal. symmetry. apply turns_is. split; auto.
  intros m Hm. apply (sum_one _ _ v Hv) in Hm. apply B in Hm. lia.
Qed.

(** ** The race *)
Notation table := (table tokens first_wins).
Notation after_token := (after_token tokens first_wins).

Definition faster (r q : nat) : bool * nat :=
  if turns r <=? turns q then (true, 2 * turns r - 1) else (false, 2 * turns q).

Lemma best_first : forall l x, In (true, x) l -> (forall e, In e l -> fst e = true -> x <= snd e) ->
  best true l = (true, S x).
Proof.
  clear. intros l x Hx Hall. unfold best.
  assert (G : In x (map snd (filter (fun v => eqb (fst v) true) l))).
  { apply in_map_iff. exists (true, x). split; auto. apply filter_In. auto. }
  rewrite <- (least_is _ _ G); [destruct (map snd _); [destruct G|auto]|].
  intros y Hy. apply in_map_iff in Hy as [e [<- He]]. apply filter_In in He as [He E]. apply eqb_prop in E. auto.
Qed.
Lemma best_last : forall l x, l <> [] -> (forall e, In e l -> e = (false, x)) -> best true l = (false, S x).
Proof.
  clear. intros l x Hl Hall. unfold best.
  replace (filter (fun v => eqb (fst v) true) l) with (@nil (bool * nat)).
  - simpl. f_equal. f_equal. destruct l as [|e l]; [congruence|]. apply list_max_is.
    + apply in_map_iff. exists e. rewrite (Hall e); simpl; auto.
    + intros y Hy. apply in_map_iff in Hy as [e' [<- He]]. now rewrite (Hall e' He).
  - symmetry. destruct (filter _ l) as [|e r] eqn:E; auto. exfalso. assert (X : In e (e :: r)) by (left; auto).
    rewrite <- E in X. apply filter_In in X as [X Y]. rewrite (Hall e X) in Y. discriminate.
Qed.

Theorem table_race : forall s r q, r + q <= s -> 0 < r -> 0 < q -> Nat.divide unit r -> Nat.divide unit q ->
  table r q = faster r q.
Proof.
  induction s as [|s IH]; intros r q Hs Hr Hq Dr Dq; [lia|].
  assert (U := positive unit unit_token).
  rewrite table_token; auto.
  2:{ apply existsb_exists. exists unit. split; auto. apply Nat.leb_le. now apply Nat.divide_pos_le. }
  assert (A : forall v, In v tokens -> v <= r -> after_token r q v =
    if turns (r - v) <? turns q then (true, 2 * turns (r - v)) else (false, 2 * turns q - 1)).
  { intros v Hv Hvr. assert (P := positive v Hv). unfold StandOff.after_token. destruct (Nat.eqb_spec v r) as [->|Hne].
    - rewrite Nat.sub_diag, turns_zero. assert (T := turns_positive q Dq Hq). now destruct (Nat.ltb_spec 0 (turns q)); [|lia].
    - rewrite IH; auto; try lia; [|apply Nat.divide_sub_r; auto]. unfold faster, other_side.
      destruct (Nat.leb_spec (turns q) (turns (r - v))), (Nat.ltb_spec (turns (r - v)) (turns q)); simpl; auto; lia. }
  assert (T := turns_positive r Dr Hr). destruct (turns_best r Dr Hr) as (w & Hw & Wr & Tw).
  assert (Hin : forall v, In v tokens -> v <= r -> In (after_token r q v) (map (after_token r q) (filter (fun v => v <=? r) tokens))).
  { intros v Hv Hvr. apply in_map, filter_In. split; auto. now apply Nat.leb_le. }
  unfold faster. destruct (Nat.leb_spec (turns r) (turns q)) as [E|E].
  - replace (2 * turns r - 1) with (S (2 * turns (r - w))) by lia. apply best_first.
    + assert (X := Hin w Hw Wr). rewrite (A w Hw Wr) in X.
      destruct (Nat.ltb_spec (turns (r - w)) (turns q)); [exact X|lia].
    + intros e He Fe. apply in_map_iff in He as [v [<- Hv]]. apply filter_In in Hv as [Hv Hvr]. apply Nat.leb_le in Hvr.
      rewrite (A v Hv Hvr) in *. assert (Y := turns_step r v Dr Hv Hvr).
      destruct (turns (r - v) <? turns q); simpl in *; [lia|discriminate].
  - assert (Q := turns_positive q Dq Hq). replace (2 * turns q) with (S (2 * turns q - 1)) by lia. apply best_last.
    + intro X. specialize (Hin w Hw Wr). rewrite X in Hin. destruct Hin.
    + intros e He. apply in_map_iff in He as [v [<- Hv]]. apply filter_In in Hv as [Hv Hvr]. apply Nat.leb_le in Hvr.
      rewrite (A v Hv Hvr). assert (Y := turns_step r v Dr Hv Hvr).
      destruct (Nat.ltb_spec (turns (r - v)) (turns q)); auto; lia.
Qed.

(** ** The theorems, about the search by the rules *)
Notation ok := (ok tokens target).
Notation moves := (moves tokens target).
Notation play := (play tokens target).
Notation value := (value position turn moves play (final target first_wins)).
Notation winning := (winning position turn moves play (final target first_wins)).
Notation lack := (lack target).

(** What both players lack is a number of units: so it is from the start, and after every token. *)
Definition in_units (p : position) : Prop := Nat.divide unit (lack p true) /\ Nat.divide unit (lack p false).
Lemma start_in_units : in_units start.
Proof. unfold in_units, StandOff.lack; simpl. now rewrite Nat.sub_0_r. Qed.
Lemma play_in_units : forall p v, ok p -> in_units p -> In v (moves p) -> in_units (play p v).
Proof.
  intros [t a b z] v Ho [A B] Hv. apply moves_in in Hv as (V1 & V2 & _). apply unit_divides in V1.
  unfold in_units, StandOff.lack, total, StandOff.play in *; simpl in *.
  destruct t; simpl in *; split; auto; rewrite Nat.sub_add_distr; now apply Nat.divide_sub_r.
Qed.

Lemma running : forall p, ok p -> moves p <> [] -> 0 < lack p (turn p) /\ 0 < lack p (negb (turn p)).
Proof.
  intros p (O1 & O2 & _) H. destruct (moves p) as [|v l] eqn:E; [congruence|].
  assert (Hv : In v (moves p)) by (rewrite E; left; auto). apply moves_in in Hv as (_ & _ & N1 & N2).
  unfold StandOff.lack, total. destruct (turn p); simpl; lia.
Qed.

Lemma lacks : forall p b, in_units p -> Nat.divide unit (lack p b).
Proof. intros p [|] [A B]; auto. Qed.

Lemma race_value : forall n p, ok p -> in_units p -> moves p <> [] -> left target p < n ->
  value n p = named (turn p) (faster (lack p (turn p)) (lack p (negb (turn p)))).
Proof.
  intros n p Ho Hu Hm Hn. destruct (running p Ho Hm) as [R Q]. rewrite stand_off; auto. unfold V, named.
  destruct (moves p) as [|v l] eqn:E; [congruence|].
  assert (Hv : In v (moves p)) by (rewrite E; left; auto). apply moves_in in Hv as (_ & _ & N1 & N2).
  destruct (Nat.eqb_spec (one p) target), (Nat.eqb_spec (two p) target); try contradiction. simpl.
  rewrite (table_race _ _ _ (le_n _)); auto using lacks.
Qed.

Theorem race : forall n p, ok p -> in_units p -> moves p <> [] -> left target p < n ->
  (fst (value n p) = turn p <-> turns (lack p (turn p)) <= turns (lack p (negb (turn p)))).
Proof.
  intros n p Ho Hu Hm Hn. rewrite race_value; auto. unfold named, faster.
  destruct (Nat.leb_spec (turns (lack p (turn p))) (turns (lack p (negb (turn p))))); simpl; split; auto; try lia.
  now destruct (turn p).
Qed.

Theorem race_length : forall n p, ok p -> in_units p -> moves p <> [] -> left target p < n ->
  let t := turns (lack p (turn p)) in let u := turns (lack p (negb (turn p))) in
  snd (value n p) = if t <=? u then 2 * t - 1 else 2 * u.
Proof.
  intros n p Ho Hu Hm Hn. rewrite race_value; auto. unfold named, faster. now destruct (_ <=? _).
Qed.

Theorem winning_tokens : forall n p v, ok p -> in_units p -> left target p <= n -> In v (moves p) ->
  (In v (winning n p) <-> turns (lack p (turn p) - v) < turns (lack p (negb (turn p)))).
Proof.
  intros n p v Ho Hu Hn Hv. rewrite StandOff.winning_tokens; auto.
  assert (Hm : moves p <> []) by (intro X; rewrite X in Hv; destruct Hv).
  destruct (running p Ho Hm) as [R Q]. assert (M := moves_in _ _ _ _ Hv). destruct M as (V1 & V2 & _).
  assert (P := positive v V1). assert (D := unit_divides v V1).
  assert (VL : v <= lack p (turn p)) by (unfold StandOff.lack; lia).
  destruct (Nat.eq_dec v (lack p (turn p))) as [E|E].
  - assert (Z : turns (lack p (turn p) - v) = 0) by (rewrite E, Nat.sub_diag; apply turns_zero). rewrite Z. assert (T := turns_positive _ (lacks p (negb (turn p)) Hu) Q). tauto.
  - rewrite (table_race _ _ _ (le_n _)); auto using lacks, Nat.divide_sub_r; try lia. unfold faster.
    destruct (Nat.leb_spec (turns (lack p (negb (turn p)))) (turns (lack p (turn p) - v))); simpl;
      intuition (auto; lia || discriminate).
Qed.
End Race.

(** ** How t is computed *)
Theorem fewest_run : forall m x, 0 < m -> fewest (seq 1 m) x ((x + m - 1) / m).
Proof.
  intros m x Hm.
  assert (G : forall n x, n <= x <= n * m -> sum (seq 1 m) n x).
  { induction n as [|n IH]; intros y Hy; simpl in Hy; [replace y with 0 by lia; constructor|].
    destruct (le_lt_dec (y - n) m) as [E|E].
    - replace y with (y - n + n) by lia. constructor; [apply in_seq; lia|]. apply IH. nia.
    - replace y with (m + (y - m)) by lia. constructor; [apply in_seq; lia|]. apply IH. lia. }
  assert (B : forall n y, sum (seq 1 m) n y -> y <= n * m).
  { induction 1 as [|n y v Hv _ IH]; [lia|]. apply in_seq in Hv. simpl. lia. }
  assert (D := Nat.div_mod (x + m - 1) m ltac:(lia)). assert (R := Nat.mod_upper_bound (x + m - 1) m ltac:(lia)).
  set (n := (x + m - 1) / m) in *. split; [apply G; nia|]. intros k Hk. apply B in Hk. nia.
Qed.

Theorem repeats : forall tokens m n (t : nat -> nat),
  (forall v, In v tokens -> 0 < v <= m) -> (forall x, fewest tokens x (t x)) -> m + m <= n ->
  (forall x, n < x + m -> x <= n -> t x = S (t (x - m))) ->
  forall x, n < x -> t x = S (t (x - m)).
Proof.
  intros tokens m n t Ht Hf Hn Hrow x. induction x as [x IH] using lt_wf_ind. intro Hx.
  assert (A : forall y, n < y + m -> y < x -> t y = S (t (y - m))).
  { intros y Y1 Y2. destruct (le_lt_dec y n); auto. }
  assert (B : forall y, n < y + m -> exists v, 0 < v <= m /\ In v tokens /\ t y = S (t (y - v))).
  { intros y Hy. destruct (Hf y) as [S1 M1]. remember (t y) as k eqn:E. destruct S1 as [|k y v Hv S1]; [lia|].
    exists v. split; auto. split; auto. replace (v + y - v) with y by lia. f_equal. destruct (Hf y) as [S2 M2].
    apply Nat.le_antisymm; auto. assert (X := M1 _ (sum_one _ _ _ v Hv S2)). lia. }
  assert (C : forall y v, In v tokens -> v <= y -> t y <= S (t (y - v))).
  { intros y v Hv Hy. assert (X := sum_one _ _ _ v Hv (proj1 (Hf (y - v)))).
    replace (v + (y - v)) with y in X by lia. now apply Hf. }
  destruct (B x) as (v & V1 & V2 & V3); [lia|]. assert (V4 := A (x - v) ltac:(lia) ltac:(lia)).
  destruct (B (x - m)) as (w & W1 & W2 & W3); [lia|]. assert (W4 := A (x - w) ltac:(lia) ltac:(lia)).
  assert (X1 := C (x - m) v V2 ltac:(lia)). assert (X2 := C x w W2 ltac:(lia)).
  replace (x - m - v) with (x - v - m) in X1 by lia. replace (x - m - w) with (x - w - m) in W3 by lia. lia.
Qed.
