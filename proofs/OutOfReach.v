(** Number Stack Attack when neither player can reach the target any more: the player who can end higher wins.

    A player ends where no token fits any more. [lowest x e]: a player who lacks x to the target can end on a lack of e,
    and on no lower one. [soonest x e n], [latest x e n]: n is the fewest, or the most, tokens that end there.

    [out_of_reach]  e is more than 0 exactly when the target is out of reach
    [ends_higher]   if neither player can reach the target, the one with the lower end, that is, the higher total, wins
    [first_there]   if both have the same end, and the first to get there wins a stand-off: the mover wins exactly when
                    the fewest tokens that the mover needs are no more than the fewest that the opponent needs
    [last_there]    the same where the last to get there wins: the mover wins exactly when the most tokens that the
                    mover can take are more than the most that the opponent can take *)
From Coq Require Import List Arith Lia Bool PeanoNat.
From Outnumber Require Import Game StandOff FewestTurns.
Import ListNotations.

(** Of numbers that satisfy a condition there is a least one, and, if they are bounded, a greatest one. *)
Lemma least_such : forall (P : nat -> bool) n, P n = true ->
  exists m, P m = true /\ forall k, P k = true -> m <= k.
Proof.
  intros P n. induction n as [n IH] using lt_wf_ind. intro Hn.
  destruct (existsb P (seq 0 n)) eqn:E.
  - apply existsb_exists in E as [m [Hm E]]. apply in_seq in Hm. apply (IH m); auto. lia.
  - exists n. split; auto. intros k Hk. destruct (le_lt_dec n k) as [|L]; auto. exfalso.
    assert (X : existsb P (seq 0 n) = true) by (apply existsb_exists; exists k; split; auto; apply in_seq; lia).
    congruence.
Qed.
Lemma greatest_such : forall (P : nat -> bool) bound n, P n = true -> (forall k, P k = true -> k <= bound) ->
  exists m, P m = true /\ forall k, P k = true -> k <= m.
Proof.
  intros P bound n Hn Hb. destruct (least_such (fun j => P (bound - j)) (bound - n)) as [m [H1 H2]].
  - assert (X := Hb n Hn). now replace (bound - (bound - n)) with n by lia.
  - exists (bound - m). split; auto. intros k Hk. assert (X := Hb k Hk).
    assert (Y : m <= bound - k) by (apply H2; now replace (bound - (bound - k)) with k by lia). lia.
Qed.

Section OutOfReach.
Variable tokens : list nat.
Variable first_wins : bool.
Hypothesis positive : forall v, In v tokens -> 0 < v.
Notation table := (table tokens first_wins).
Notation fits := (fits tokens).
Notation sum := (sum tokens).

(** n tokens lead from a lack of x to one of y, where no token fits. *)
Definition ends_on (x y n : nat) : Prop := y <= x /\ sum n (x - y) /\ fits y = false.
Definition lowest (x e : nat) : Prop := (exists n, ends_on x e n) /\ forall y n, ends_on x y n -> e <= y.
Definition soonest (x e n : nat) : Prop := ends_on x e n /\ forall m, ends_on x e m -> n <= m.
Definition latest (x e n : nat) : Prop := ends_on x e n /\ forall m, ends_on x e m -> m <= n.

Definition ends_onb (x y n : nat) : bool := (y <=? x) && search tokens n (x - y) && negb (fits y).
Lemma ends_onP : forall x y n, ends_onb x y n = true <-> ends_on x y n.
Proof.
  intros. unfold ends_onb, ends_on. rewrite !andb_true_iff, Nat.leb_le, (search_sum tokens), negb_true_iff. tauto.
Qed.

Lemma at_once : forall x, fits x = false -> ends_on x x 0.
Proof. intros x F. split; auto. split; auto. rewrite Nat.sub_diag. constructor. Qed.
Lemma stuck : forall x y n, fits x = false -> ends_on x y n -> y = x /\ n = 0.
Proof.
  intros x y n F (H1 & H2 & _). inversion H2 as [E1 E2|m d v Hv Hs E1 E2]; [split; auto; lia|]. exfalso.
  assert (X : fits x = true); [|congruence]. apply existsb_exists. exists v. split; auto. apply Nat.leb_le. lia.
Qed.
Lemma prepend : forall x v y n, In v tokens -> v <= x -> ends_on (x - v) y n -> ends_on x y (S n).
Proof.
  intros x v y n Hv Hx (H1 & H2 & H3). split; [lia|]. split; auto.
  replace (x - y) with (v + (x - v - y)) by lia. now constructor.
Qed.
Lemma first_of : forall x y n, fits x = true -> ends_on x y n ->
  exists v m, In v tokens /\ v <= x /\ n = S m /\ ends_on (x - v) y m.
Proof.
  intros x y n F (H1 & H2 & H3). inversion H2 as [E1 E2|m d v Hv Hs E1 E2].
  - assert (x = y) by lia. congruence.
  - exists v, m. split; auto. split; [lia|]. split; auto. split; [lia|]. split; auto.
    now replace (x - v - y) with d by lia.
Qed.
Lemma ends_somewhere : forall x, exists y n, ends_on x y n.
Proof.
  induction x as [x IH] using lt_wf_ind. destruct (fits x) eqn:F; [|exists x, 0; now apply at_once].
  apply existsb_exists in F as [v [Hv Hx]]. apply Nat.leb_le in Hx. assert (P := positive v Hv).
  destruct (IH (x - v) ltac:(lia)) as (y & n & H). exists y, (S n). now apply prepend with v.
Qed.
Lemma few : forall x y n, ends_on x y n -> n <= x.
Proof. intros x y n (_ & H & _). apply (sum_positive tokens positive) in H. lia. Qed.

Lemma lowest_exists : forall x, exists e, lowest x e.
Proof.
  intro x. destruct (ends_somewhere x) as (y & n & H).
  assert (D : forall z, existsb (ends_onb x z) (seq 0 (S x)) = true <-> exists m, ends_on x z m).
  { intro z. rewrite existsb_exists. split; intros [m Hm].
    - exists m. now apply ends_onP.
    - exists m. split; [apply in_seq; apply few in Hm; lia|now apply ends_onP]. }
  destruct (least_such (fun z => existsb (ends_onb x z) (seq 0 (S x))) y) as [e [H1 H2]]; [apply D; eauto|].
  exists e. split; [now apply D|]. intros z m Hz. apply H2, D. eauto.
Qed.
Lemma soonest_exists : forall x e, lowest x e -> exists n, soonest x e n.
Proof.
  intros x e [[n H] _]. destruct (least_such (ends_onb x e) n) as [m [H1 H2]]; [now apply ends_onP|].
  exists m. split; [now apply ends_onP|]. intros k Hk. now apply H2, ends_onP.
Qed.
Lemma latest_exists : forall x e, lowest x e -> exists n, latest x e n.
Proof.
  intros x e [[n H] _]. destruct (greatest_such (ends_onb x e) x n) as [m [H1 H2]]; [now apply ends_onP| |].
  - intros k Hk. apply ends_onP in Hk. now apply few in Hk.
  - exists m. split; [now apply ends_onP|]. intros k Hk. now apply H2, ends_onP.
Qed.

Theorem out_of_reach : forall x e, lowest x e -> (0 < e <-> ~ reachable tokens x).
Proof.
  intros x e [[n (_ & Hn & _)] Hall]. split.
  - intros He [k Hk]. assert (X : e <= 0); [|lia]. apply (Hall 0 k). split; [lia|]. rewrite Nat.sub_0_r. split; auto.
    apply not_true_is_false. intro F. apply existsb_exists in F as [v [Hv Hl]]. apply Nat.leb_le in Hl.
    assert (P := positive v Hv). lia.
  - intro H. destruct e; [|lia]. exfalso. apply H. exists n. now rewrite Nat.sub_0_r in Hn.
Qed.

(** A token leaves the lowest end where it is, or moves it up; the first token on the way leaves it. *)
Lemma not_lower : forall x v e e', In v tokens -> v <= x -> lowest x e -> lowest (x - v) e' -> e <= e'.
Proof. intros x v e e' Hv Hx [_ H] [[n H'] _]. apply (H e' (S n)). now apply prepend with v. Qed.
Lemma on_the_way : forall x v e n, In v tokens -> v <= x -> lowest x e -> ends_on (x - v) e n -> lowest (x - v) e.
Proof.
  intros x v e n Hv Hx [_ H] Hn. split; [eauto|]. intros y m Hy. apply (H y (S m)). now apply prepend with v.
Qed.
Lemma lowest_stuck : forall x e, fits x = false -> lowest x e -> e = x.
Proof. intros x e F [[n H] _]. now apply (stuck x e n). Qed.
Lemma no_token_ends : forall x e, lowest x e -> 0 < e -> ~ In x tokens.
Proof.
  intros x e H He Hx. apply (out_of_reach x e H) in He. apply He. exists 1. rewrite <- (Nat.add_0_r x).
  apply sum_one; [auto|constructor].
Qed.

(** With the target out of the mover's reach, a token wins exactly when the opponent then loses. *)
Lemma some_token : forall r q e, lowest r e -> 0 < e -> fits r = true ->
  (fst (table r q) = true <-> exists v, In v tokens /\ v <= r /\ fst (table q (r - v)) = false).
Proof.
  intros r q e He Hp F. rewrite token_wins; auto. split; intros (v & Hv & Hr & E); exists v; split; auto; split; auto.
  destruct E as [->|]; auto. exfalso. now apply (no_token_ends r e He Hp).
Qed.

Lemma depth_token : forall r q v, In v tokens -> v <= r -> fits r = true ->
  depth tokens q (r - v) < depth tokens r q.
Proof. intros r q v Hv Hr F. assert (P := positive v Hv). unfold depth. rewrite F. destruct (fits q); lia. Qed.
Lemma depth_pass : forall r q, fits r = false -> fits q = true -> depth tokens q r < depth tokens r q.
Proof. intros r q F Q. unfold depth. rewrite F, Q. lia. Qed.

Lemma table_ends_higher : forall r q a b, lowest r a -> lowest q b -> 0 < a -> 0 < b -> a <> b ->
  (fst (table r q) = true <-> a < b).
Proof.
  enough (G : forall d r q a b, depth tokens r q < d -> lowest r a -> lowest q b -> 0 < a -> 0 < b -> a <> b ->
    (fst (table r q) = true <-> a < b)) by (intros; eapply G; eauto).
  induction d as [|d IH]; intros r q a b Hd Ha Hb Pa Pb Hne; [lia|]. destruct (fits r) eqn:F.
  - rewrite (some_token r q a); auto. split.
    + intros (v & Hv & Hr & E). destruct (lowest_exists (r - v)) as [a' Ha'].
      assert (L := not_lower r v a a' Hv Hr Ha Ha'). assert (D := depth_token r q v Hv Hr F).
      destruct (le_lt_dec b a) as [C|]; auto. exfalso.
      assert (X : fst (table q (r - v)) = true) by (apply (IH _ _ b a'); auto; lia). congruence.
    + intro C. destruct Ha as [[n Hn] Hall]. destruct (first_of r a n F Hn) as (v & m & Hv & Hr & _ & Hm).
      exists v. split; auto. split; auto. assert (D := depth_token r q v Hv Hr F).
      assert (X := on_the_way r v a m Hv Hr (conj (ex_intro _ n Hn) Hall) Hm).
      apply not_true_is_false. intro E. apply (IH _ _ b a) in E; auto; lia.
  - assert (X := lowest_stuck r a F Ha). destruct (fits q) eqn:Q.
    + rewrite table_pass; auto. unfold other_side. simpl. assert (D := depth_pass r q F Q). rewrite negb_true_iff.
      assert (Y := IH q r b a ltac:(lia) Hb Ha Pb Pa ltac:(auto)). destruct (fst (table q r)).
      * split; [discriminate|]. intro. destruct Y as [Y _]. specialize (Y eq_refl). lia.
      * split; auto. intros _. destruct (le_lt_dec b a); auto. destruct Y as [_ Y]. discriminate Y. lia.
    + assert (Y := lowest_stuck q b Q Hb). rewrite table_end; auto. simpl. subst.
      destruct (Nat.eqb_spec r q); [lia|]. rewrite orb_false_r. apply Nat.ltb_lt.
Qed.

(** A token that wins where both can end equally low leaves the mover's lowest end where it is. *)
Lemma keeps_low : forall r q v e, lowest r e -> lowest q e -> 0 < e -> In v tokens -> v <= r ->
  fst (table q (r - v)) = false -> lowest (r - v) e.
Proof.
  intros r q v e Hr Hq He Hv Hl E. destruct (lowest_exists (r - v)) as [e' He'].
  assert (L := not_lower r v e e' Hv Hl Hr He'). destruct (Nat.eq_dec e e') as [->|Hne]; auto. exfalso.
  assert (X : fst (table q (r - v)) = true) by (apply (table_ends_higher _ _ e e'); auto; lia). congruence.
Qed.

Lemma table_first_there : forall r q e m n, first_wins = true -> lowest r e -> lowest q e -> 0 < e ->
  soonest r e m -> soonest q e n -> (fst (table r q) = true <-> m <= n).
Proof.
  enough (G : forall d r q e m n, depth tokens r q < d -> first_wins = true -> lowest r e -> lowest q e -> 0 < e ->
    soonest r e m -> soonest q e n -> (fst (table r q) = true <-> m <= n)) by (intros; eapply G; eauto).
  induction d as [|d IH]; intros r q e m n Hd W Hr Hq He Hm Hn; [lia|]. destruct (fits r) eqn:F.
  - rewrite (some_token r q e); auto. split.
    + intros (v & Hv & Hl & E). assert (D := depth_token r q v Hv Hl F).
      assert (K := keeps_low r q v e Hr Hq He Hv Hl E). destruct (soonest_exists _ _ K) as [k Hk].
      assert (L : m <= S k) by (apply Hm; apply prepend with v; auto; apply Hk).
      destruct (le_lt_dec n k) as [C|]; [|lia]. exfalso.
      assert (X : fst (table q (r - v)) = true) by (apply (IH _ _ e n k); auto; lia). congruence.
    + intro C. destruct Hm as [Hm Hmin]. destruct (first_of r e m F Hm) as (v & k & Hv & Hl & -> & Hk).
      exists v. split; auto. split; auto. assert (D := depth_token r q v Hv Hl F).
      assert (K := on_the_way r v e k Hv Hl Hr Hk).
      assert (S1 : soonest (r - v) e k).
      { split; auto. intros j Hj. apply (prepend r v) in Hj; auto. apply Hmin in Hj. lia. }
      apply not_true_is_false. intro E. apply (IH _ _ e n k) in E; auto; lia.
  - destruct (stuck r e m F ltac:(apply Hm)) as [-> ->].
    destruct (fits q) eqn:Q.
    + rewrite table_pass; auto. unfold other_side. simpl. assert (D := depth_pass r q F Q).
      destruct (first_of q r n Q ltac:(apply Hn)) as (_ & k & _ & _ & -> & _).
      assert (Y := IH q r r (S k) 0 ltac:(lia) W Hq Hr He Hn Hm). destruct (fst (table q r)).
      * destruct Y as [Y _]. specialize (Y eq_refl). lia.
      * split; [lia|auto].
    + assert (Y := lowest_stuck q r Q Hq). rewrite table_end; auto. simpl. subst.
      rewrite Nat.eqb_refl, orb_true_r. split; auto. lia.
Qed.

Lemma table_last_there : forall r q e m n, first_wins = false -> lowest r e -> lowest q e -> 0 < e ->
  latest r e m -> latest q e n -> (fst (table r q) = true <-> n < m).
Proof.
  enough (G : forall d r q e m n, depth tokens r q < d -> first_wins = false -> lowest r e -> lowest q e -> 0 < e ->
    latest r e m -> latest q e n -> (fst (table r q) = true <-> n < m)) by (intros; eapply G; eauto).
  induction d as [|d IH]; intros r q e m n Hd W Hr Hq He Hm Hn; [lia|]. destruct (fits r) eqn:F.
  - rewrite (some_token r q e); auto. split.
    + intros (v & Hv & Hl & E). assert (D := depth_token r q v Hv Hl F).
      assert (K := keeps_low r q v e Hr Hq He Hv Hl E). destruct (latest_exists _ _ K) as [k Hk].
      assert (L : S k <= m) by (apply Hm; apply prepend with v; auto; apply Hk).
      destruct (le_lt_dec n k) as [|C]; [lia|]. exfalso.
      assert (X : fst (table q (r - v)) = true) by (apply (IH _ _ e n k); auto; lia). congruence.
    + intro C. destruct Hm as [Hm Hmax]. destruct (first_of r e m F Hm) as (v & k & Hv & Hl & -> & Hk).
      exists v. split; auto. split; auto. assert (D := depth_token r q v Hv Hl F).
      assert (K := on_the_way r v e k Hv Hl Hr Hk).
      assert (S1 : latest (r - v) e k).
      { split; auto. intros j Hj. apply (prepend r v) in Hj; auto. apply Hmax in Hj. lia. }
      apply not_true_is_false. intro E. apply (IH _ _ e n k) in E; auto; lia.
  - destruct (stuck r e m F ltac:(apply Hm)) as [-> ->].
    destruct (fits q) eqn:Q.
    + rewrite table_pass; auto. unfold other_side. simpl. assert (D := depth_pass r q F Q).
      destruct (first_of q r n Q ltac:(apply Hn)) as (_ & k & _ & _ & -> & _).
      assert (Y := IH q r r (S k) 0 ltac:(lia) W Hq Hr He Hn Hm). destruct (fst (table q r)).
      * split; [discriminate|lia].
      * destruct Y as [_ Y]. discriminate Y. lia.
    + destruct (stuck q r n Q ltac:(apply Hn)) as [Y ->]. rewrite table_end; auto. simpl. subst.
      rewrite Nat.ltb_irrefl. simpl. rewrite andb_false_r. split; [discriminate|]. lia.
Qed.

(** ** The theorems, about the search by the rules *)
Variable target : nat.
Notation ok := (ok tokens target).
Notation moves := (moves tokens target).
Notation value := (value position turn moves (play tokens target) (final target first_wins)).
Notation own p := (lack target p (turn p)).
Notation theirs p := (lack target p (negb (turn p))).

Theorem ends_higher : forall n p a b, ok p -> moves p <> [] -> left target p < n ->
  lowest (own p) a -> lowest (theirs p) b -> 0 < a -> 0 < b -> a <> b -> (fst (value n p) = turn p <-> a < b).
Proof. intros n p a b Ho Hm Hn Ha Hb Pa Pb Hne. rewrite mover_wins; auto. now apply table_ends_higher. Qed.

Theorem first_there : forall n p e k m, ok p -> moves p <> [] -> left target p < n -> first_wins = true ->
  lowest (own p) e -> lowest (theirs p) e -> 0 < e -> soonest (own p) e k -> soonest (theirs p) e m ->
  (fst (value n p) = turn p <-> k <= m).
Proof. intros n p e k m Ho Hm Hn W Hr Hq He Hk Hl. rewrite mover_wins; auto. now apply table_first_there with e. Qed.

Theorem last_there : forall n p e k m, ok p -> moves p <> [] -> left target p < n -> first_wins = false ->
  lowest (own p) e -> lowest (theirs p) e -> 0 < e -> latest (own p) e k -> latest (theirs p) e m ->
  (fst (value n p) = turn p <-> m < k).
Proof. intros n p e k m Ho Hm Hn W Hr Hq He Hk Hl. rewrite mover_wins; auto. now apply table_last_there with e. Qed.
End OutOfReach.
