(** What is extracted to OCaml, to be compared with the program: for each game the answer of exhaustive search by the
    rules, the answer of the theorem's formula, and the checker of certificates.

    [stack_duel_same], [order_same], [attack_same], [walk_same]   both answers are equal
    [confirm_sound], [confirm_steps_sound]   a confirmed certificate, with paths or with steps, names exactly the
                      winning moves *)
From Coq Require Import List Arith Lia Bool PeanoNat.
From Outnumber Require Import Game Counting.
From Outnumber Require TwoSides PrivateNumbers StandOff FewestTurns Pairing Links Certificate StepsCheck.
Import ListNotations.

(** The legal moves, the winner (true: Player 1), the winning moves, the moves to the end of best play. *)
Record answer := Answer { legal : list nat; winner : bool; wins_with : list nat; lasts : nat }.

(** ** Any game *)
Section Rules.
Variable State : Type.
Variable turn : State -> bool.
Variable moves : State -> list nat.
Variable play : State -> nat -> State.
Variable final : State -> bool.
Variable left : State -> nat.
Variable ok : State -> Prop.
Hypothesis ends : forall s m, ok s -> In m (moves s) -> left (play s m) < left s.
Hypothesis stays : forall s m, ok s -> In m (moves s) -> ok (play s m).

(** The position after some moves, if each of them is legal. *)
Fixpoint reach (s : State) (ms : list nat) : option State :=
  match ms with
  | [] => Some s
  | m :: ms => if existsb (Nat.eqb m) (moves s) then reach (play s m) ms else None
  end.

Definition by_rules (s : State) : answer :=
  let v := value State turn moves play final (S (left s)) s in
  Answer (moves s) (fst v) (winning State turn moves play final (left s) s) (snd v).
Definition by_formula (V : State -> bool * nat) (s : State) : answer :=
  Answer (moves s) (fst (V s)) (filter (fun m => eqb (fst (V (play s m))) (turn s)) (moves s)) (snd (V s)).

Lemma reach_ok : forall ms s s', ok s -> reach s ms = Some s' -> ok s'.
Proof.
  induction ms as [|m ms IH]; intros s s' Ho H; simpl in H; [congruence|].
  destruct (existsb _ _) eqn:E; [|discriminate]. apply existsb_exists in E as [x [Hx Ex]]. apply Nat.eqb_eq in Ex.
  subst. apply (IH (play s x)); auto.
Qed.

Theorem same : forall V, (forall n s, ok s -> left s < n -> value State turn moves play final n s = V s) ->
  forall s ms, ok s -> option_map by_rules (reach s ms) = option_map (by_formula V) (reach s ms).
Proof.
  intros V HV s ms Ho. destruct (reach s ms) as [s'|] eqn:E; auto. apply reach_ok in E; auto. simpl. f_equal.
  unfold by_rules, by_formula, winning. rewrite HV by auto. f_equal. apply filter_ext_in. intros m Hm.
  rewrite HV; auto.
Qed.
End Rules.

(** ** Normal play *)
Section Normal.
Variable position : Type.
Variable moves : position -> list nat.
Variable play : position -> nat -> position.
Variable left : position -> nat.
Definition normal_moves (s : bool * position) : list nat := moves (snd s).
Definition normal_reach := reach (bool * position) normal_moves (after position play).
Definition normal_rules :=
  by_rules (bool * position) fst normal_moves (after position play) (loser_to_move position) (fun s => left (snd s)).
Definition normal_formula (W : position -> bool) (L : position -> nat) :=
  by_formula (bool * position) fst normal_moves (after position play) (formula position W L).

Theorem normal_same : forall (ok : position -> Prop) (W : position -> bool) (L : position -> nat),
  (forall s m, ok s -> In m (moves s) -> left (play s m) < left s) ->
  (forall s m, ok s -> In m (moves s) -> ok (play s m)) ->
  (forall n (b : bool) s, ok s -> left s < n -> normal_value position moves play n (b, s) =
    (if W s then b else negb b, L s)) ->
  forall s ms, ok (snd s) ->
  option_map normal_rules (normal_reach s ms) = option_map (normal_formula W L) (normal_reach s ms).
Proof.
  intros ok W L ends stays V s ms Ho.
  apply (same _ fst normal_moves _ _ (fun s => left (snd s)) (fun s => ok (snd s))); auto.
  - intros [b p] m. apply ends.
  - intros [b p] m. apply stays.
  - intros n [b p] Hp Hn. now apply V.
Qed.
End Normal.

(** ** Number Stack Duel; [greater]: the second number must be greater than the first *)
Definition stack_duel_start range greater : bool * TwoSides.position := (true, TwoSides.start range greater).
Definition stack_duel_reach range greater ms :=
  normal_reach _ TwoSides.moves TwoSides.play (stack_duel_start range greater) ms.
Definition stack_duel_rules range greater ms :=
  option_map (normal_rules _ TwoSides.moves TwoSides.play TwoSides.left) (stack_duel_reach range greater ms).
Definition stack_duel_theorem range greater ms :=
  option_map (normal_formula _ TwoSides.moves TwoSides.play TwoSides.W TwoSides.L) (stack_duel_reach range greater ms).
Theorem stack_duel_same : forall range greater ms, stack_duel_rules range greater ms =
  stack_duel_theorem range greater ms.
Proof.
  intros. apply normal_same with TwoSides.ok; auto using TwoSides.ends, TwoSides.stays, TwoSides.two_sides_value.
  apply TwoSides.start_ok.
Qed.

(** ** Order Challenge *)
Definition order_reach range ms :=
  normal_reach _ PrivateNumbers.moves PrivateNumbers.play (true, PrivateNumbers.start range) ms.
Definition order_rules range ms :=
  option_map (normal_rules _ PrivateNumbers.moves PrivateNumbers.play PrivateNumbers.left) (order_reach range ms).
Definition order_theorem range ms :=
  option_map (normal_formula _ PrivateNumbers.moves PrivateNumbers.play PrivateNumbers.W PrivateNumbers.L)
    (order_reach range ms).
Theorem order_same : forall range ms, order_rules range ms = order_theorem range ms.
Proof.
  intros. apply normal_same with PrivateNumbers.ok;
    auto using PrivateNumbers.ends, PrivateNumbers.stays, PrivateNumbers.private_numbers_value. apply seq_NoDup.
Qed.

(** ** Number Stack Attack; [first]: equal totals win for who got there first *)
Section Attack.
Variable tokens : list nat.
Variable target : nat.
Variable first : bool.
Definition attack_moves := StandOff.moves tokens target.
Definition attack_play := StandOff.play tokens target.
Definition attack_reach ms := reach _ attack_moves attack_play StandOff.start ms.
Definition attack_rules ms :=
  option_map (by_rules _ StandOff.turn attack_moves attack_play (StandOff.final target first) (StandOff.left target))
    (attack_reach ms).

(** The token that divides all tokens and the target, if there is one: then nobody ever passes. *)
Definition unit : option nat :=
  find (fun u => (0 <? u) && forallb (fun v => v mod u =? 0) (target :: tokens)) tokens.
Definition race_V (p : StandOff.position) : bool * nat :=
  if (StandOff.one p =? target) || (StandOff.two p =? target) then (StandOff.last p, 0)
  else let lack := StandOff.lack target p in
    StandOff.named (StandOff.turn p)
      (FewestTurns.faster tokens (lack (StandOff.turn p)) (lack (negb (StandOff.turn p)))).
Definition attack_theorem ms :=
  option_map (by_formula _ StandOff.turn attack_moves attack_play
    (match unit with Some _ => race_V | None => StandOff.V tokens target first end)) (attack_reach ms).

Hypothesis positive : forall v, In v tokens -> 0 < v.
Hypothesis possible : 0 < target /\ StandOff.can_add tokens target 0 = true.

Theorem attack_same : forall ms, attack_rules ms = attack_theorem ms.
Proof.
  intro ms. unfold attack_rules, attack_theorem. destruct possible as [P1 P2].
  assert (Ho := StandOff.start_ok tokens target P1 P2).
  destruct unit as [u|] eqn:E.
  - apply find_some in E as [E1 E2]. apply andb_true_iff in E2 as [_ E2]. rewrite forallb_forall in E2.
    assert (D : forall v, In v (target :: tokens) -> Nat.divide u v).
    { intros v Hv. assert (U := positive u E1). apply Nat.mod_divide; [lia|]. now apply Nat.eqb_eq, E2. }
    assert (D1 : forall v, In v tokens -> Nat.divide u v) by (intros; apply D; now right).
    assert (D2 : Nat.divide u target) by (apply D; now left).
    apply (same _ _ attack_moves attack_play _ (StandOff.left target)
      (fun p => StandOff.ok tokens target p /\ FewestTurns.in_units target u p)).
    + intros p v [H _]. now apply StandOff.ends.
    + intros p v [H1 H2] Hv. split; [now apply StandOff.stays|].
    now apply (FewestTurns.play_in_units tokens target u D1).
    + intros n p [H1 H2] Hn. unfold race_V.
      destruct ((StandOff.one p =? target) || (StandOff.two p =? target)) eqn:X.
      * unfold attack_moves, attack_play. rewrite StandOff.stand_off; auto. unfold StandOff.V. now rewrite X.
      * apply (FewestTurns.race_value tokens target first positive u E1 D1); auto.
        intro M. unfold StandOff.moves in M. rewrite X in M.
        apply StandOff.can_fitting in M. apply orb_false_iff in X as [X1 X2].
        apply Nat.eqb_neq in X1. apply Nat.eqb_neq in X2. destruct H1 as (O1 & O2 & _).
        assert (F : StandOff.can_add tokens target (StandOff.total p (StandOff.turn p)) = true); [|congruence].
        unfold StandOff.can_add. apply existsb_exists. exists u. split; auto. apply Nat.leb_le.
        assert (L := FewestTurns.lacks target u p (StandOff.turn p) H2). unfold StandOff.lack in L.
        apply Nat.divide_pos_le in L; unfold StandOff.total in *; destruct (StandOff.turn p); lia.
    + split; auto. apply FewestTurns.start_in_units. auto.
  - apply (same _ _ attack_moves attack_play _ (StandOff.left target) (StandOff.ok tokens target)); auto.
    + intros p v. now apply StandOff.ends.
    + intros p v. now apply StandOff.stays.
    + intros n p. now apply StandOff.stand_off.
Qed.
End Attack.

(** ** Number Duel, Strategy Stacks, and a walk on any other graph *)
Section Walk.
Variable adj : nat -> nat -> bool.
Variable opening : nat -> bool.
Definition walk_moves := Pairing.moves adj opening.
Definition walk_reach range ms := normal_reach _ walk_moves Pairing.play (true, (None, seq 1 range)) ms.
Definition walk_rules range ms :=
  option_map (normal_rules _ walk_moves Pairing.play Pairing.left) (walk_reach range ms).
(** There is no formula for the length of a walk: [lasts] is 0 here. *)
Definition walk_answer (s : bool * Pairing.position) : answer :=
  let winning := filter (Pairing.missable adj (snd (snd s))) (walk_moves (snd s)) in
  Answer (walk_moves (snd s)) (match winning with [] => negb (fst s) | _ => fst s end) winning 0.
Definition walk_theorem range ms := option_map walk_answer (walk_reach range ms).

Hypothesis symmetric : forall a b, adj a b = adj b a.

Lemma walk_ok : forall range ms s, walk_reach range ms = Some s -> Pairing.ok (snd s).
Proof.
  intros range ms s H. revert H. unfold walk_reach, normal_reach.
  apply (reach_ok _ _ (after Pairing.position Pairing.play) (fun s => Pairing.ok (snd s))).
  - intros [b p] m. apply Pairing.stays.
  - apply seq_NoDup.
Qed.

Theorem walk_same : forall range ms, match walk_rules range ms, walk_theorem range ms with
  | Some a, Some b => legal a = legal b /\ winner a = winner b /\ forall m, In m (wins_with a) <-> In m (wins_with b)
  | None, None => True
  | _, _ => False
  end.
Proof.
  intros range ms. unfold walk_rules, walk_theorem. destruct (walk_reach range ms) as [[b p]|] eqn:E; simpl; auto.
  apply walk_ok in E; simpl in E. split; auto.
  assert (X : forall m, In m (filter (Pairing.missable adj (snd p)) (walk_moves p)) <->
    In m (walk_moves p) /\ Pairing.missed adj m (snd p)).
  { intro m. rewrite filter_In. split; intros [H1 H2]; split; auto;
      apply (Pairing.missable_iff adj symmetric); auto; now apply filter_In in H1. }
  assert (P := Pairing.pairing adj symmetric opening (S (Pairing.left p)) b p E (le_n _)). split.
  - change (fst (normal_value Pairing.position walk_moves Pairing.play (S (Pairing.left p)) (b, p)) =
      match filter (Pairing.missable adj (snd p)) (walk_moves p) with [] => negb b | _ => b end).
    destruct (filter _ _) as [|m r] eqn:F.
    + destruct (bool_dec (fst (normal_value Pairing.position walk_moves Pairing.play (S (Pairing.left p)) (b, p))) b)
      as [D|D].
      * apply P in D as [m Hm]. apply X in Hm. destruct Hm.
      * destruct (fst _), b; auto; congruence.
    + apply P. exists m. apply X. now left.
  - intro m. rewrite X.
    apply (Pairing.winning_moves adj symmetric opening (Pairing.left p) b p m E (le_n _)).
Qed.

(** The winning moves that a certificate proves for the position after some moves, or None if it proves nothing. *)
Definition confirm range ms (c : Certificate.certificate) : option (list nat) :=
  match walk_reach range ms with
  | Some (_, (_, U) as p) =>
    if Certificate.check adj U (walk_moves p) c then Some (Certificate.heads (Certificate.paths c)) else None
  | None => None
  end.

Lemma wins_with_missed : forall range ms b u U winning, walk_reach range ms = Some (b, (u, U)) ->
  (forall m, In m winning <-> In m (walk_moves (u, U)) /\ Pairing.missed adj m U) ->
  exists a, walk_rules range ms = Some a /\ forall m, In m winning <-> In m (wins_with a).
Proof.
  intros range ms b u U winning E H. unfold walk_rules. rewrite E. apply walk_ok in E; simpl in E.
  eexists. split; [reflexivity|]. intro m. rewrite H.
  symmetry. apply (Pairing.winning_moves adj symmetric opening (Pairing.left (u, U)) b (u, U) m E (le_n _)).
Qed.

Theorem confirm_sound : forall range ms c winning, confirm range ms c = Some winning ->
  exists a, walk_rules range ms = Some a /\ forall m, In m winning <-> In m (wins_with a).
Proof.
  intros range ms c w H. unfold confirm in H. destruct (walk_reach range ms) as [[b [u U]]|] eqn:E; [|discriminate].
  destruct (Certificate.check _ _ _ _) eqn:C; [|discriminate]. inversion H; subst.
  apply (wins_with_missed range ms b u U); auto. apply (Certificate.check_sound adj symmetric U _ c C).
Qed.

(** The same for a certificate with steps. *)
Definition confirm_steps range ms (c : Certificate.certificate) (steps : list (nat * nat)) : option (list nat) :=
  match walk_reach range ms with
  | Some (_, (_, U) as p) => StepsCheck.check_steps adj U (walk_moves p) c steps
  | None => None
  end.

Theorem confirm_steps_sound : forall range ms c steps winning, confirm_steps range ms c steps = Some winning ->
  exists a, walk_rules range ms = Some a /\ forall m, In m winning <-> In m (wins_with a).
Proof.
  intros range ms c steps w H. unfold confirm_steps in H.
  destruct (walk_reach range ms) as [[b [u U]]|] eqn:E; [|discriminate].
  apply (wins_with_missed range ms b u U); auto. apply (StepsCheck.steps_sound adj symmetric U _ c steps w H).
Qed.
End Walk.

(** The games of the rule books: the links of 1 to the range by some criteria, and the opening. *)
Definition any_opening (n : nat) : bool := true.
Definition even_opening (n : nat) : bool := n mod 2 =? 0.
