(** Games for two players that end: what it means to win, and the exhaustive search that decides it.

    [won p s]: player p can force a win from the position s, whatever the other player does.
    [value n s]: the winner and the number of moves to the end of best play, where the winner hurries and the loser
    delays, found by trying every move (n bounds the depth). This is the definition that the documentation calls
    best play; [value_won] proves that its winner is the one who can force a win.
    [value_is]: a formula that agrees with one step of the search everywhere agrees with the search.

    The second half is about normal play: players take turns, and a player without a move loses. *)
From Coq Require Import List Arith Lia Bool PeanoNat.
Import ListNotations.

Definition least (l : list nat) : nat := match l with [] => 0 | x :: r => fold_right Nat.min x r end.

Lemma least_is : forall l x, In x l -> (forall y, In y l -> x <= y) -> least l = x.
Proof.
  intros [|a l] x Hx Hall; [destruct Hx|]. simpl.
  assert (G : forall r b, fold_right Nat.min b r <= b /\ (forall y, In y r -> fold_right Nat.min b r <= y) /\
    In (fold_right Nat.min b r) (b :: r)).
  { induction r as [|c r IH]; intro b; simpl; [repeat split; auto; tauto|].
    destruct (IH b) as (A & B & C). split; [lia|split].
    - intros y [<-|Hy]; [lia|]. apply B in Hy. lia.
    - destruct (Nat.min_spec c (fold_right Nat.min b r)) as [[_ ->]|[_ ->]]; auto. destruct C; auto. }
  destruct (G l a) as (A & B & C). apply Hall in C. destruct Hx as [<-|Hx]; [lia|]. apply B in Hx. lia.
Qed.

Lemma list_max_is : forall l x, In x l -> (forall y, In y l -> y <= x) -> list_max l = x.
Proof.
  intros l x Hx Hall. apply Nat.le_antisymm.
  - apply list_max_le, Forall_forall. auto.
  - assert (F := proj1 (list_max_le l _) (le_n _)). rewrite Forall_forall in F. auto.
Qed.

Section Game.
Variable State : Type.
(** The rules: who is to move (true is Player 1), the legal moves, the position after a move, and who has won where
    there is no legal move. *)
Variable turn : State -> bool.
Variable moves : State -> list nat.
Variable play : State -> nat -> State.
Variable final : State -> bool.

Inductive won (p : bool) : State -> Prop :=
| won_end : forall s, moves s = [] -> final s = p -> won p s
| won_own : forall s m, turn s = p -> In m (moves s) -> won p (play s m) -> won p s
| won_any : forall s, turn s <> p -> moves s <> [] -> (forall m, In m (moves s) -> won p (play s m)) -> won p s.

(** The best of the values that the moves lead to, for the player p to move: the fastest win, else the slowest loss. *)
Definition best (p : bool) (after : list (bool * nat)) : bool * nat :=
  match map snd (filter (fun v => eqb (fst v) p) after) with
  | [] => (negb p, S (list_max (map snd after)))
  | good => (p, S (least good))
  end.

Fixpoint value (n : nat) (s : State) : bool * nat :=
  match n with
  | 0 => (final s, 0)
  | S n => match moves s with
    | [] => (final s, 0)
    | ms => best (turn s) (map (fun m => value n (play s m)) ms)
    end
  end.

(** The moves after which the player to move still wins. *)
Definition winning (n : nat) (s : State) : list nat :=
  filter (fun m => eqb (fst (value n (play s m))) (turn s)) (moves s).

Lemma won_once : forall s, won true s -> won false s -> False.
Proof.
  intros s T. induction T as [s E F|s m Ht Hm T IH|s Ht Hn T IH]; intro F'.
  - inversion F'; subst; try congruence. rewrite E in *. auto.
  - inversion F' as [|? m' Ht'|]; subst; try congruence; auto. rewrite H in Hm. destruct Hm.
  - inversion F' as [|? m' Ht' Hm' F|]; subst; try congruence; eauto. destruct (turn s); congruence.
Qed.

(** Games that end: some number goes down with every move from the positions that matter. *)
Variable left : State -> nat.
Variable ok : State -> Prop.
Hypothesis ends : forall s m, ok s -> In m (moves s) -> left (play s m) < left s.
Hypothesis stays : forall s m, ok s -> In m (moves s) -> ok (play s m).

Lemma best_won : forall p after, after <> [] -> fst (best p after) = p <-> exists v, In v after /\ fst v = p.
Proof.
  intros p after Ha. unfold best. destruct (map snd (filter (fun v => eqb (fst v) p) after)) as [|x l] eqn:E; simpl.
  - split; [destruct p; discriminate|]. intros [v [Hv <-]]. exfalso.
    assert (X : In v (filter (fun w => eqb (fst w) (fst v)) after)) by (apply filter_In; now rewrite eqb_reflx).
    apply (in_map snd) in X. rewrite E in X. destruct X.
  - split; auto. intros _. assert (X : In x (x :: l)) by (left; auto). rewrite <- E in X.
    apply in_map_iff in X as [v [_ X]]. apply filter_In in X as [Hv X]. exists v. now apply eqb_prop in X.
Qed.

Theorem value_won : forall n s, ok s -> left s < n -> won (fst (value n s)) s.
Proof.
  induction n as [|n IH]; intros s Ho Hn; [lia|]. simpl. destruct (moves s) as [|m ms] eqn:E; [now constructor|].
  set (after := map (fun m => value n (play s m)) (m :: ms)).
  change (won (fst (best (turn s) after)) s).
  assert (A : after <> []) by discriminate. assert (B := best_won (turn s) after A).
  assert (IHm : forall m, In m (moves s) -> won (fst (value n (play s m))) (play s m)).
  { intros m' Hm. apply IH; [now apply stays|]. assert (X := ends s m' Ho Hm). lia. }
  destruct (bool_dec (fst (best (turn s) after)) (turn s)) as [D|D].
  - destruct (proj1 B D) as [v [Hv Ev]]. apply in_map_iff in Hv as [m' [<- Hm]]. rewrite <- E in Hm.
    apply won_own with m'; auto. rewrite D, <- Ev. auto.
  - apply won_any; auto. { now rewrite E. }
    intros m' Hm. replace (fst (best (turn s) after)) with (fst (value n (play s m'))); auto.
    destruct (bool_dec (fst (value n (play s m'))) (turn s)) as [X|X].
    + exfalso. apply D, B. exists (value n (play s m')). split; auto. apply in_map_iff. exists m'. now rewrite <- E.
    + destruct (fst (value n (play s m'))), (fst (best (turn s) after)), (turn s); congruence.
Qed.

(** Somebody can force a win, and it is the winner of the search. *)
Corollary value_won_iff : forall n s p, ok s -> left s < n -> (won p s <-> fst (value n s) = p).
Proof.
  intros n s p Ho Hn. assert (V := value_won n s Ho Hn). split; [|intros <-; auto].
  intro W. destruct (fst (value n s)), p; auto; exfalso; eapply won_once; eauto.
Qed.

Corollary winning_iff : forall n s m, ok s -> left s <= n ->
  (In m (winning n s) <-> In m (moves s) /\ won (turn s) (play s m)).
Proof.
  intros n s m Ho Hn. unfold winning. rewrite filter_In, eqb_true_iff. split; intros [Hm H]; split; auto.
  - apply (value_won_iff n); auto. assert (X := ends s m Ho Hm). lia.
  - apply (value_won_iff n) in H; auto. assert (X := ends s m Ho Hm). lia.
Qed.

(** One step of the search: what a formula V for winner and length has to satisfy at s. *)
Definition agrees (V : State -> bool * nat) (s : State) : Prop :=
  (moves s = [] -> V s = (final s, 0)) /\
  (fst (V s) = turn s -> moves s <> [] ->
     (exists m, In m (moves s) /\ fst (V (play s m)) = turn s /\ snd (V s) = S (snd (V (play s m)))) /\
     (forall m, In m (moves s) -> fst (V (play s m)) = turn s -> snd (V s) <= S (snd (V (play s m))))) /\
  (fst (V s) <> turn s -> moves s <> [] ->
     (exists m, In m (moves s) /\ snd (V s) = S (snd (V (play s m)))) /\
     (forall m, In m (moves s) -> fst (V (play s m)) <> turn s /\ S (snd (V (play s m))) <= snd (V s))).

Theorem value_is : forall V, (forall s, ok s -> agrees V s) -> forall n s, ok s -> left s < n -> value n s = V s.
Proof.
  intros V HV. induction n as [|n IH]; intros s Ho Hn; [lia|].
  destruct (HV s Ho) as (H0 & HW & HL). simpl. destruct (moves s) as [|m ms] eqn:E; [symmetry; auto|].
  change (best (turn s) (map (fun m => value n (play s m)) (m :: ms)) = V s).
  rewrite <- E. rewrite <- E in HW, HL. replace (map (fun m => value n (play s m)) (moves s)) with (map (fun m => V
    (play s m)) (moves s)).
  2:{ apply map_ext_in. intros m' Hm. symmetry. apply IH; [now apply stays|]. assert (X := ends s m' Ho Hm). lia. }
  assert (N : moves s <> []) by now rewrite E. clear E m ms H0.
  set (after := map (fun m => V (play s m)) (moves s)).
  assert (A : forall m, In m (moves s) -> In (V (play s m)) after) by (intros; apply in_map_iff; eauto).
  assert (B : forall v, In v after -> exists m, In m (moves s) /\ v = V (play s m)).
  { intros v Hv. apply in_map_iff in Hv as [m [<- Hm]]. eauto. }
  unfold best. destruct (bool_dec (fst (V s)) (turn s)) as [D|D].
  - destruct (HW D N) as [[m (Hm & Em & Lm)] Hall].
    assert (G : In (snd (V (play s m))) (map snd (filter (fun v => eqb (fst v) (turn s)) after))).
    { apply in_map, filter_In. split; auto. now rewrite Em, eqb_reflx. }
    rewrite (surjective_pairing (V s)), D, Lm.
    rewrite <- (least_is _ _ G); [destruct (map snd _); [destruct G|auto]|].
    intros y Hy. apply in_map_iff in Hy as [v [<- Hv]]. apply filter_In in Hv as [Hv Ev]. apply eqb_prop in Ev.
    destruct (B v Hv) as [m' [Hm' ->]]. apply Hall in Hm'; auto. lia.
  - destruct (HL D N) as [[m (Hm & Lm)] Hall].
    replace (filter (fun v => eqb (fst v) (turn s)) after) with (@nil (bool * nat)).
    + simpl. rewrite (surjective_pairing (V s)), Lm.
      rewrite (list_max_is (map snd after) (snd (V (play s m)))).
      * f_equal. destruct (fst (V s)), (turn s); auto; congruence.
      * apply in_map. auto.
      * intros y Hy. apply in_map_iff in Hy as [v [<- Hv]]. destruct (B v Hv) as [m' [Hm' ->]].
        apply Hall in Hm'. lia.
    + symmetry. destruct (filter _ after) as [|v r] eqn:E; auto. exfalso.
      assert (X : In v (v :: r)) by (left; auto). rewrite <- E in X. apply filter_In in X as [Hv Ev].
      apply eqb_prop in Ev. destruct (B v Hv) as [m' [Hm' ->]]. apply Hall in Hm'. tauto.
Qed.
End Game.

(** ** Normal play: players take turns, and a player without a move loses.

    A position does not say who is to move; a state adds that. *)
Section Normal.
Variable position : Type.
Variable moves : position -> list nat.
Variable play : position -> nat -> position.

Definition state := (bool * position)%type.
Definition after (s : state) (m : nat) : state := (negb (fst s), play (snd s) m).
Definition loser_to_move (s : state) : bool := negb (fst s).
Definition normal_value := value state fst (fun s => moves (snd s)) after loser_to_move.
Definition normal_winning := winning state fst (fun s => moves (snd s)) after loser_to_move.
Definition normal_won := won state fst (fun s => moves (snd s)) after loser_to_move.

(** The same without names for the players: the player to move wins, or loses. *)
Inductive wins : position -> Prop :=
| wins_by : forall s m, In m (moves s) -> loses (play s m) -> wins s
with loses : position -> Prop :=
| loses_all : forall s, (forall m, In m (moves s) -> wins (play s m)) -> loses s.

Lemma not_both : forall s, wins s -> loses s -> False.
Proof.
  fix IH 2. intros s [s' m Hm Hl] Hs. inversion Hs as [s'' Hall]; subst. specialize (Hall m Hm).
  inversion Hl as [t' Hall']; subst. destruct Hall as [t'' u Hu Hl']. exact (IH _ (Hall' u Hu) Hl').
Qed.

Lemma wins_won : forall s, wins s -> forall p, normal_won p (p, s)
with loses_won : forall s, loses s -> forall p, normal_won (negb p) (p, s).
Proof.
  - intros s [s' m Hm Hl] p. apply won_own with m; auto.
    assert (X := loses_won _ Hl (negb p)). now rewrite negb_involutive in X.
  - intros s [s' Hall] p. destruct (moves s') as [|m ms] eqn:E.
    + now apply won_end.
    + apply won_any; simpl; [destruct p; discriminate|now rewrite E|]. intros m' Hm.
      simpl in Hm. rewrite E in Hm. exact (wins_won _ (Hall m' Hm) (negb p)).
Qed.

Theorem won_wins : forall p s, normal_won p s -> (p = fst s -> wins (snd s)) /\ (p <> fst s -> loses (snd s)).
Proof.
  intros p s W. induction W as [[q s] E F|[q s] m Ht Hm W [IH1 IH2]|[q s] Ht Hn W IH]; simpl in *.
  - unfold loser_to_move in F; simpl in F. split; intro H.
    + subst. destruct q; discriminate.
    + constructor. rewrite E. intros m [].
  - split; intro H; [|congruence]. subst. apply wins_by with m; auto. apply IH2. now destruct p.
  - split; intro H; [congruence|]. constructor. intros m Hm. apply (IH m Hm). destruct p, q; auto; congruence.
Qed.

(** Games that end, as above. *)
Variable left : position -> nat.
Variable ok : position -> Prop.
Hypothesis ends : forall s m, ok s -> In m (moves s) -> left (play s m) < left s.
Hypothesis stays : forall s m, ok s -> In m (moves s) -> ok (play s m).

Theorem wins_value : forall n s p, ok s -> left s < n -> (wins s <-> fst (normal_value n (p, s)) = p).
Proof.
  intros n s p Ho Hn.
  assert (V := value_won_iff state fst (fun s => moves (snd s)) after loser_to_move
    (fun s => left (snd s)) (fun s => ok (snd s)) (fun s m => ends (snd s) m) (fun s m => stays (snd s) m)
    n (p, s) p Ho Hn).
  fold normal_value in V. rewrite <- V. split; intro H; [now apply wins_won|].
  now apply (proj1 (won_wins p (p, s) H)).
Qed.

Theorem winning_loses : forall n s p m, ok s -> left s <= n ->
  (In m (normal_winning n (p, s)) <-> In m (moves s) /\ loses (play s m)).
Proof.
  intros n s p m Ho Hn.
  assert (V := winning_iff state fst (fun s => moves (snd s)) after loser_to_move
    (fun s => left (snd s)) (fun s => ok (snd s)) (fun s m => ends (snd s) m) (fun s m => stays (snd s) m)
    n (p, s) m Ho Hn).
  fold normal_winning in V. rewrite V. simpl. split; intros [Hm H]; split; auto.
  - apply (proj2 (won_wins p _ H)). simpl. now destruct p.
  - assert (X := loses_won _ H (negb p)). now rewrite negb_involutive in X.
Qed.

(** A formula for the winner (W: the player to move wins) and the length (L), checked one step at a time. *)
Variable W : position -> bool.
Variable L : position -> nat.
Hypothesis win_some : forall s, ok s -> W s = true ->
  exists m, In m (moves s) /\ W (play s m) = false /\ L s = S (L (play s m)).
Hypothesis win_fast : forall s m, ok s -> W s = true -> In m (moves s) -> W (play s m) = false ->
  L s <= S (L (play s m)).
Hypothesis lose_all : forall s m, ok s -> W s = false -> In m (moves s) ->
  W (play s m) = true /\ S (L (play s m)) <= L s.
Hypothesis lose_slow : forall s, ok s -> W s = false -> moves s <> [] ->
  exists m, In m (moves s) /\ L s = S (L (play s m)).
Hypothesis no_move : forall s, ok s -> moves s = [] -> L s = 0.

Definition formula (s : state) : bool * nat := (if W (snd s) then fst s else negb (fst s), L (snd s)).

Theorem normal_value_is : forall n s, ok (snd s) -> left (snd s) < n -> normal_value n s = formula s.
Proof.
  apply (value_is state fst (fun s => moves (snd s)) after loser_to_move (fun s => left (snd s)) (fun s => ok (snd s))).
  - intros [p s] m Ho Hm. now apply ends.
  - intros [p s] m Ho Hm. now apply stays.
  - intros [p s] Ho. unfold agrees, formula, after, loser_to_move; simpl in *. split; [|split].
    + intro E. rewrite (no_move s Ho E). destruct (W s) eqn:D; auto. destruct (win_some s Ho D) as [m [Hm _]].
      rewrite E in Hm. destruct Hm.
    + intros D N. assert (D' : W s = true) by (destruct (W s), p; auto; discriminate). split.
      * destruct (win_some s Ho D') as (m & Hm & Wm & Lm). exists m. rewrite Wm, negb_involutive. auto.
      * intros m Hm Em. apply win_fast; auto. destruct (W (play s m)), p; auto; discriminate.
    + intros D N. assert (D' : W s = false) by (destruct (W s), p; auto; congruence). split.
      * destruct (lose_slow s Ho D' N) as (m & Hm & Lm). eauto.
      * intros m Hm. destruct (lose_all s m Ho D' Hm) as [Wm Lm]. rewrite Wm. split; auto. destruct p; discriminate.
Qed.
End Normal.

(** Where a formula agrees with the search, a move wins exactly when the formula says that the opponent then loses. *)
Lemma winning_by : forall position (moves : position -> list nat) play (left : position -> nat) (ok : position -> Prop)
  (W : position -> bool) (L : position -> nat),
  (forall s m, ok s -> In m (moves s) -> left (play s m) < left s) ->
  (forall s m, ok s -> In m (moves s) -> ok (play s m)) ->
  (forall n (b : bool) s, ok s -> left s < n -> normal_value position moves play n (b, s) =
    (if W s then b else negb b, L s)) ->
  forall n b s m, ok s -> left s <= n ->
  (In m (normal_winning position moves play n (b, s)) <-> In m (moves s) /\ W (play s m) = false).
Proof.
  intros position moves play left ok W L ends stays V n b s m Ho Hn.
  unfold normal_winning, winning. rewrite filter_In. simpl.
  split; intros [Hm H]; split; auto; assert (X := ends s m Ho Hm); assert (Y := stays s m Ho Hm);
    unfold normal_value, after in *; simpl in *; rewrite V in *; auto; try lia; simpl in *;
    destruct (W (play s m)), b; auto; discriminate.
Qed.
