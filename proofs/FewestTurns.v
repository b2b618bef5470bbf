(** Number Stack Attack where nobody ever passes: a race.

    Let some token, the unit, divide all tokens and the target (a token 1 always does). Let t(x) be the fewest tokens
    that add up to x.

    [race]            the mover, who lacks r, wins against q exactly when t(r) <= t(q)
    [race_length]     2 t(r) - 1 moves to the end if the mover wins, 2 t(q) if the mover loses
    [winning_tokens]  a token v wins exactly when t(r - v) < t(q)
    [race_any], [winning_tokens_any]   with any tokens, while the opponent can still reach the target: the mover wins
                      exactly when t(r) <= t(q), and a token wins exactly when t(r - v) < t(q) (t is infinite where no
                      tokens add up); if only the mover can still reach it, the mover wins
    [fewest_run]      with the tokens 1 to m, t(x) is x / m, rounded up
    [turns_fewest]    t is computable
    [repeats]         once t(x) = t(x - m) + 1 holds for m numbers in a row, m the largest token, it holds for ever
    [beyond_square]   and it holds for every x > m * m that tokens add up to

    The rules are those of StandOff.v, with passes and stand-offs; with a unit, these prove to be impossible. *)
From Coq Require Import List Arith Lia Bool PeanoNat Permutation.
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
    - rewrite Nat.sub_diag, turns_zero. assert (T := turns_positive q Dq Hq). now destruct (Nat.ltb_spec 0 (turns q));
      [|lia].
    - rewrite IH; auto; try lia; [|apply Nat.divide_sub_r; auto]. unfold faster, other_side.
      destruct (Nat.leb_spec (turns q) (turns (r - v))), (Nat.ltb_spec (turns (r - v)) (turns q)); simpl; auto; lia. }
  assert (T := turns_positive r Dr Hr). destruct (turns_best r Dr Hr) as (w & Hw & Wr & Tw).
  assert (Hin : forall v, In v tokens -> v <= r -> In (after_token r q v) (map (after_token r q) (filter (fun v => v
    <=? r) tokens))).
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
  - assert (Z : turns (lack p (turn p) - v) = 0) by (rewrite E, Nat.sub_diag; apply turns_zero). rewrite Z.
  assert (T := turns_positive _ (lacks p (negb (turn p)) Hu) Q). tauto.
  - rewrite (table_race _ _ _ (le_n _)); auto using lacks, Nat.divide_sub_r; try lia. unfold faster.
    destruct (Nat.leb_spec (turns (lack p (negb (turn p)))) (turns (lack p (turn p) - v))); simpl;
      intuition (auto; lia || discriminate).
Qed.
End Race.

(** ** Any token set: as long as somebody can still reach the target, it is a race *)
Section Any.
Variable tokens : list nat.
Variable first_wins : bool.
Hypothesis positive : forall v, In v tokens -> 0 < v.
Notation table := (table tokens first_wins).
Notation t := (turns tokens).
Definition reachable (x : nat) : Prop := exists n, sum tokens n x.

Lemma reachable_dec : forall x, reachable x \/ ~ reachable x.
Proof.
  intro x. destruct (find (fun n => search tokens n x) (seq 0 (S x))) as [n|] eqn:E.
  - left. apply find_some in E as [_ E]. exists n. now apply search_sum.
  - right. intros [n H]. assert (X := sum_positive tokens positive n x H).
    assert (Y := find_none _ _ E n (proj2 (in_seq (S x) 0 n) ltac:(lia))). cbv beta in Y.
    rewrite (proj2 (search_sum tokens n x) H) in Y. discriminate.
Qed.

Lemma first_token : forall x, reachable x -> 0 < x ->
  exists v, In v tokens /\ v <= x /\ reachable (x - v) /\ t x = S (t (x - v)).
Proof.
  intros x H Hx. assert (A := turns_fewest tokens positive x H). destruct A as [A B].
  remember (t x) as n eqn:E. destruct A as [|n x v Hv Hs]; [lia|]. exists v. replace (v + x - v) with x by lia.
  split; auto. split; [lia|split; [now exists n|]]. f_equal. symmetry. apply (turns_is tokens positive). split; auto.
  intros m Hm. apply (sum_one tokens _ _ v Hv) in Hm. apply B in Hm. lia.
Qed.
Lemma next_token : forall x v, In v tokens -> v <= x -> reachable (x - v) -> reachable x /\ t x <= S (t (x - v)).
Proof.
  intros x v Hv Hx [n H]. assert (A := turns_fewest tokens positive (x - v) (ex_intro _ n H)).
  assert (X := sum_one tokens _ _ v Hv (proj1 A)). replace (v + (x - v)) with x in X by lia.
  split; [now exists (S (t (x - v)))|]. apply turns_fewest; auto. now exists (S (t (x - v))).
Qed.
Lemma some_turns : forall x, reachable x -> 0 < x -> 0 < t x.
Proof. intros x H Hx. destruct (first_token x H Hx) as (v & _ & _ & _ & ->). lia. Qed.

Lemma token_wins : forall r q, fits tokens r = true ->
  (fst (table r q) = true <-> exists v, In v tokens /\ v <= r /\ (v = r \/ fst (table q (r - v)) = false)).
Proof.
  intros r q F. rewrite table_token; auto. rewrite best_won.
  - split.
    + intros [e [He E]]. apply in_map_iff in He as [v [<- Hv]]. apply filter_In in Hv as [Hv Hr].
      apply Nat.leb_le in Hr. exists v. split; auto. split; auto. unfold after_token, other_side in E.
      destruct (Nat.eqb_spec v r); auto. right. simpl in E. now apply negb_true_iff.
    + intros (v & Hv & Hr & E). exists (after_token tokens first_wins r q v). split.
      * apply in_map, filter_In. split; auto. now apply Nat.leb_le.
      * unfold after_token, other_side. destruct (Nat.eqb_spec v r); auto. destruct E as [E|E]; [contradiction|].
        simpl. now rewrite E.
  - apply existsb_exists in F as [v [Hv Hr]]. intro X. apply map_eq_nil in X.
    assert (Y : In v (filter (fun v => v <=? r) tokens)) by (now apply filter_In). rewrite X in Y. destruct Y.
Qed.

(** If the opponent can reach the target, the mover wins exactly by needing no more turns; if only the mover can, the
    mover wins. *)
Lemma table_race_any : forall d r q, depth tokens r q < d -> 0 < r -> 0 < q ->
  (reachable q -> (fst (table r q) = true <-> reachable r /\ t r <= t q)) /\
  (~ reachable q -> reachable r -> fst (table r q) = true).
Proof.
  induction d as [|d IH]; intros r q Hd Hr Hq; [lia|].
  assert (IHv : forall v, In v tokens -> v < r -> fits tokens r = true ->
    (reachable (r - v) -> (fst (table q (r - v)) = true <-> reachable q /\ t q <= t (r - v))) /\
    (~ reachable (r - v) -> reachable q -> fst (table q (r - v)) = true)).
  { intros v Hv Hvr F. assert (P := positive v Hv). apply IH; try lia. unfold depth in *. rewrite F in Hd.
    destruct (fits tokens q); lia. }
  assert (FR : reachable r -> fits tokens r = true).
  { intro R. destruct (first_token r R Hr) as (v & Hv & Hvr & _). apply existsb_exists. exists v. split; auto.
  now apply Nat.leb_le. }
  assert (FQ : reachable q -> fits tokens q = true).
  { intro Q. destruct (first_token q Q Hq) as (v & Hv & Hvr & _). apply existsb_exists. exists v. split; auto.
  now apply Nat.leb_le. }
  split.
  - intro Q. assert (U := some_turns q Q Hq). destruct (fits tokens r) eqn:F.
    + rewrite token_wins; auto. split.
      * intros (v & Hv & Hvr & E). destruct (Nat.eq_dec v r) as [->|Hne].
        -- assert (Z : reachable (r - r)) by (rewrite Nat.sub_diag; exists 0; constructor).
           destruct (next_token r r Hv (le_n _) Z) as [A B].
           rewrite Nat.sub_diag, (turns_zero tokens positive) in B. split; auto. lia.
        -- destruct E as [E|E]; [contradiction|]. destruct (IHv v Hv ltac:(lia) eq_refl) as [X1 X2].
           destruct (reachable_dec (r - v)) as [R|R]; [|rewrite X2 in E; auto; discriminate].
           destruct (next_token r v Hv Hvr R) as [A B]. split; auto.
           destruct (le_lt_dec (t q) (t (r - v))) as [L|L]; [|lia].
           rewrite (proj2 (X1 R) (conj Q L)) in E. discriminate.
      * intros [R L]. destruct (first_token r R Hr) as (v & Hv & Hvr & Rv & Tv). exists v. split; auto. split; auto.
        destruct (Nat.eq_dec v r) as [|Hne]; auto. right. destruct (IHv v Hv ltac:(lia) eq_refl) as [X1 X2].
        destruct (fst (table q (r - v))) eqn:E; auto. destruct (proj1 (X1 Rv) eq_refl). lia.
    + rewrite table_pass; auto. unfold other_side. simpl.
      assert (X : fst (table q r) = true).
      { destruct (reachable_dec r) as [R|R]; [apply FR in R; discriminate|].
        apply IH; auto. unfold depth in *. rewrite F in Hd. rewrite (FQ Q). lia. }
      rewrite X. split; [discriminate|]. intros [R _]. apply FR in R. discriminate.
  - intros Q R. rewrite token_wins; auto. destruct (first_token r R Hr) as (v & Hv & Hvr & Rv & Tv).
    exists v. split; auto. split; auto. destruct (Nat.eq_dec v r) as [|Hne]; auto. right.
    destruct (IHv v Hv ltac:(lia) (FR R)) as [X1 X2]. destruct (fst (table q (r - v))) eqn:E; auto.
    destruct (proj1 (X1 Rv) eq_refl). tauto.
Qed.

(** While the opponent can still reach the target, a token wins exactly when the mover then needs fewer turns. *)
Lemma table_tokens_any : forall r q v, 0 < q -> In v tokens -> v <= r -> reachable q ->
  (v = r \/ fst (table q (r - v)) = false <-> reachable (r - v) /\ t (r - v) < t q).
Proof.
  intros r q v Hq Hv Hvr Q. assert (U := some_turns q Q Hq). destruct (Nat.eq_dec v r) as [->|Hne].
  - rewrite Nat.sub_diag, (turns_zero tokens positive). split; auto. intros _. split; auto. exists 0. constructor.
  - destruct (table_race_any (S (depth tokens q (r - v))) q (r - v) (le_n _) Hq ltac:(lia)) as [A B].
    destruct (reachable_dec (r - v)) as [R|R].
    + specialize (A R). split.
      * intros [E|E]; [contradiction|]. split; auto. destruct (le_lt_dec (t q) (t (r - v))) as [L|]; auto.
        rewrite (proj2 A (conj Q L)) in E. discriminate.
      * intros [_ L]. right. destruct (fst (table q (r - v))); auto. destruct (proj1 A eq_refl). lia.
    + split; [|tauto]. intros [E|E]; [contradiction|]. rewrite B in E; auto. discriminate.
Qed.

(** The same about the search by the rules. *)
Variable target : nat.
Notation ok := (ok tokens target).
Notation moves := (moves tokens target).
Notation value := (value position turn moves (StandOff.play tokens target) (final target first_wins)).
Notation winning := (winning position turn moves (StandOff.play tokens target) (final target first_wins)).
Notation lack := (StandOff.lack target).

Theorem race_any : forall n p, ok p -> moves p <> [] -> left target p < n ->
  let r := lack p (turn p) in let q := lack p (negb (turn p)) in
  (reachable q -> (fst (value n p) = turn p <-> reachable r /\ t r <= t q)) /\
  (~ reachable q -> reachable r -> fst (value n p) = turn p).
Proof.
  intros n p Ho Hm Hn r q. destruct (running tokens target p Ho Hm) as [R Q].
  assert (M := mover_wins tokens target first_wins positive n p Ho Hm Hn). fold r q in R, Q, M.
  destruct (table_race_any (S (depth tokens r q)) r q (le_n _) R Q) as [A B]. split.
  - intro H. rewrite M. auto.
  - intros H1 H2. apply M. auto.
Qed.

Theorem winning_tokens_any : forall n p v, ok p -> left target p <= n -> In v (moves p) ->
  let r := lack p (turn p) in let q := lack p (negb (turn p)) in
  reachable q -> (In v (winning n p) <-> reachable (r - v) /\ t (r - v) < t q).
Proof.
  intros n p v Ho Hn Hv r q Q. rewrite StandOff.winning_tokens; auto. fold r q.
  assert (Hm : moves p <> []) by (intro X; rewrite X in Hv; destruct Hv).
  destruct (running tokens target p Ho Hm) as [_ Q0]. destruct (moves_in _ _ _ _ Hv) as (V1 & V2 & _).
  assert (VL : v <= r) by (unfold r, StandOff.lack; lia). rewrite <- (table_tokens_any r q v); auto. tauto.
Qed.
End Any.

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

(** The checker's reason for a table of m * m entries: of m tokens in a row some add up to a multiple of m, and as many
    copies of m or fewer do too. *)
Lemma pigeons : forall (hole : nat -> nat) m, (forall i, hole i < m) -> exists i j, i < j <= m /\ hole i = hole j.
Proof.
  intros hole m H.
  destruct (existsb (fun e => (fst e <? snd e) && (hole (fst e) =? hole (snd e)))
    (list_prod (seq 0 (S m)) (seq 0 (S m)))) eqn:E.
  - apply existsb_exists in E as [[i j] [Hin E]]. apply in_prod_iff in Hin as [Hi Hj]. apply in_seq in Hi, Hj.
    apply andb_true_iff in E as [E1 E2]. apply Nat.ltb_lt in E1. apply Nat.eqb_eq in E2. exists i, j. simpl in *.
    split; auto. lia.
  - exfalso. assert (D : forall i j, i < j -> j <= m -> hole i <> hole j).
    { intros i j Hi Hj X. rewrite <- not_true_iff_false in E. apply E, existsb_exists. exists (i, j). split.
      - apply in_prod; apply in_seq; lia.
      - simpl. apply andb_true_iff. split; [now apply Nat.ltb_lt|now apply Nat.eqb_eq]. }
    assert (N : forall k, k <= S m -> NoDup (map hole (seq 0 k))).
    { induction k as [|k IH]; intro Hk; [constructor|]. rewrite seq_S, map_app. simpl.
      apply (Permutation_NoDup (Permutation_cons_append _ _)). constructor; [|apply IH; lia].
      intro X. apply in_map_iff in X as [i [X Hi]]. apply in_seq in Hi. apply (D i k); auto; lia. }
    assert (L := NoDup_incl_length (N (S m) (le_n _)) (l' := seq 0 m)). rewrite map_length, !seq_length in L.
    enough (S m <= m) by lia. apply L. intros y Hy. apply in_map_iff in Hy as [i [<- _]]. apply in_seq.
    specialize (H i). lia.
Qed.

Lemma sum_list : forall tokens n x, sum tokens n x <-> exists l, length l = n /\ list_sum l = x /\ incl l tokens.
Proof.
  intros tokens n x. split.
  - induction 1 as [|n x v Hv _ (l & H1 & H2 & H3)]; [exists []; repeat split; auto; apply incl_nil_l|].
    exists (v :: l). simpl. repeat split; auto. now apply incl_cons.
  - intros (l & <- & <- & H). induction l as [|v l IH]; simpl; [constructor|]. apply incl_cons_inv in H as [H1 H2].
    constructor; auto.
Qed.

Lemma list_sum_bound : forall l m, (forall v, In v l -> 0 < v <= m) -> length l <= list_sum l <= m * length l.
Proof.
  induction l as [|v l IH]; simpl; intros m H; [lia|]. assert (X := IH m ltac:(auto)). specialize (H v ltac:(auto)).
  nia.
Qed.

Lemma with_largest : forall tokens m l, In m tokens -> (forall v, In v tokens -> 0 < v <= m) -> incl l tokens ->
  m * m < list_sum l -> exists l', length l' <= length l /\ list_sum l' = list_sum l /\ incl l' tokens /\ In m l'.
Proof.
  intros tokens m l Hm Ht Hl Hs. assert (P := Ht m Hm).
  assert (B := list_sum_bound l m ltac:(auto)). assert (Len : m < length l) by nia.
  destruct (pigeons (fun i => list_sum (firstn i l) mod m) m) as (i & j & Hij & E).
  { intro i. apply Nat.mod_upper_bound. lia. }
  set (mid := firstn (j - i) (skipn i l)).
  assert (F : firstn j l = firstn i l ++ mid).
  { unfold mid. replace j with (i + (j - i)) at 1 by lia. generalize (j - i) as k. clear.
    revert l. induction i as [|i IH]; intros l k; auto. destruct l as [|v l]; simpl; [now rewrite firstn_nil|].
    now rewrite IH. }
  assert (S : l = firstn i l ++ mid ++ skipn j l) by (rewrite app_assoc, <- F; symmetry; apply firstn_skipn).
  assert (Lm : length mid = j - i) by (unfold mid; rewrite firstn_length, skipn_length; lia).
  assert (Im : incl mid tokens) by (intros v Hv; apply Hl; rewrite S; apply in_or_app; right; apply in_or_app; auto).
  assert (Bm := list_sum_bound mid m ltac:(auto)).
  rewrite F, list_sum_app in E. set (s := list_sum (firstn i l)) in *.
  assert (D : exists c, list_sum mid = c * m).
  { assert (X := Nat.div_mod s m ltac:(lia)). assert (Y := Nat.div_mod (s + list_sum mid) m ltac:(lia)).
    rewrite <- E in Y. exists ((s + list_sum mid) / m - s / m). nia. }
  destruct D as [c Hc]. exists (firstn i l ++ repeat m c ++ skipn j l).
  assert (Rs : forall c, list_sum (repeat m c) = c * m) by (clear; induction c; simpl; lia).
  repeat split.
  - rewrite S at 3. rewrite !app_length, repeat_length, Lm. nia.
  - rewrite S at 3. rewrite !list_sum_app, Rs, Hc. reflexivity.
  - intros v Hv. apply in_app_or in Hv as [Hv|Hv].
    + apply Hl. rewrite S. apply in_or_app; auto.
    + apply in_app_or in Hv as [Hv|Hv]; [apply repeat_spec in Hv; now subst|].
      apply Hl. rewrite S. apply in_or_app. right. apply in_or_app; auto.
  - apply in_or_app. right. apply in_or_app. left. destruct c; [nia|left; reflexivity].
Qed.

Theorem beyond_square : forall tokens m x, In m tokens -> (forall v, In v tokens -> 0 < v <= m) -> m * m < x ->
  (exists n, sum tokens n x) -> turns tokens x = S (turns tokens (x - m)).
Proof.
  intros tokens m x Hm Ht Hx Hr. assert (pos : forall v, In v tokens -> 0 < v) by (intros v Hv; now apply Ht).
  assert (A := turns_fewest tokens pos x Hr). destruct A as [A B]. apply sum_list in A as (l & L1 & L2 & L3).
  rewrite <- L2 in Hx. destruct (with_largest tokens m l Hm Ht L3 Hx) as (l' & M1 & M2 & M3 & M4).
  apply in_split in M4 as (l1 & l2 & ->). rewrite app_length, list_sum_app in *. simpl in M1, M2.
  assert (K : sum tokens (length (l1 ++ l2)) (x - m)).
  { apply sum_list. exists (l1 ++ l2). rewrite list_sum_app. repeat split; [lia|].
    intros v Hv. apply M3. apply in_app_or in Hv. apply in_or_app. simpl. tauto. }
  rewrite app_length in K. destruct (turns_fewest tokens pos (x - m) (ex_intro _ _ K)) as [C D]. apply D in K.
  assert (E := sum_one tokens _ _ m Hm C). replace (m + (x - m)) with x in E by lia. apply B in E. lia.
Qed.
