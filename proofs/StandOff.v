(** Number Stack Attack by its rules, for every token set and both tie rules.

    What matters is what the two totals lack to the target: r for the player to move, q for the opponent. [table r q]
    says whether the mover wins and how long best play lasts; where no token fits, the mover passes.

    [table_token]     some token v <= r fits: the mover wins exactly when some v has v = r
                      or leaves a lost table q (r - v); the winner hurries, the loser delays, each token is one move
    [table_pass]      no token fits the mover, but one fits the opponent: the value of table q r, from the other side
    [table_end]       no token fits anybody: less lacking wins; with equal totals the mover wins exactly when the player
                      who got there first does, for it was the opponent who added last
    [stand_off]       the table decides the game: the search by the rules finds the winner and the length that it gives
    [winning_tokens]  the winning tokens are those with v = r, or those that leave a lost table q (r - v) *)
From Coq Require Import List Arith Lia Bool PeanoNat.
From Outnumber Require Import Game.
Import ListNotations.

Section Attack.
(** ** The rules *)

(** The tokens; the total that wins; whether equal totals in a stand-off win for who got there first. *)
Variable tokens : list nat.
Variable target : nat.
Variable first_wins : bool.
Hypothesis positive : forall v, In v tokens -> 0 < v.

(** Who is to move (true: Player 1), the two totals, who added the last token. *)
Record position := Position { turn : bool; one : nat; two : nat; last : bool }.
Definition total (p : position) (player : bool) : nat := if player then one p else two p.

(** The tokens that do not exceed the target, added to a total. *)
Definition fitting (sum : nat) : list nat := filter (fun v => sum + v <=? target) tokens.
Definition can_add (sum : nat) : bool := existsb (fun v => sum + v <=? target) tokens.
Definition moves (p : position) : list nat :=
  if (one p =? target) || (two p =? target) then [] else fitting (total p (turn p)).

(** After a token it is the opponent's turn; an opponent for whom no token fits passes. If none fits either player,
    the game is over. *)
Definition play (p : position) (v : nat) : position :=
  let mover := turn p in
  let one := if mover then one p + v else one p in
  let two := if mover then two p else two p + v in
  let own := if mover then one else two in
  let theirs := if mover then two else one in
  let again := negb (own =? target) && negb (can_add theirs) && can_add own in
  Position (if again then mover else negb mover) one two mover.

(** Who has won a finished game: whoever reached the target; else the higher total; else by the tie rule. *)
Definition final (p : position) : bool :=
  if (one p =? target) || (two p =? target) then last p
  else if one p =? two p then (if first_wins then negb (last p) else last p)
  else two p <? one p.

Definition start : position := Position true 0 0 false.

(** Positions that can come up. *)
Definition ok (p : position) : Prop :=
  one p <= target /\ two p <= target /\
  (moves p = [] -> last p = negb (turn p)) /\
  (moves p = [] -> one p <> target -> two p <> target -> can_add (one p) = false /\ can_add (two p) = false) /\
  (one p = target -> last p = true) /\ (two p = target -> last p = false) /\ ~ (one p = target /\ two p = target).

(** ** The table *)
Definition fits (r : nat) : bool := existsb (fun v => v <=? r) tokens.
Fixpoint entry (n r q : nat) : bool * nat :=
  match n with
  | 0 => (false, 0)
  | S n =>
    if fits r then
      best true (map (fun v => if v =? r then (true, 0) else let e := entry n q (r - v) in (negb (fst e), snd e))
        (filter (fun v => v <=? r) tokens))
    else if fits q then let e := entry n q r in (negb (fst e), snd e)
    else ((r <? q) || ((r =? q) && first_wins), 0)
  end.
Definition depth (r q : nat) : nat := 2 * (r + q) + if fits r then 0 else 1.
Definition table (r q : nat) : bool * nat := entry (S (depth r q)) r q.
Definition other_side (e : bool * nat) : bool * nat := (negb (fst e), snd e).

(** What a token v <= r leads to, from the mover's side. *)
Definition after_token (r q v : nat) : bool * nat := if v =? r then (true, 0) else other_side (table q (r - v)).

(** ** Proofs *)
Lemma fits_filter : forall r, fits r = false -> filter (fun v => v <=? r) tokens = [].
Proof.
  unfold fits. intro r. clear positive; induction tokens as [|v l IH]; simpl; auto. destruct (v <=? r); simpl;
    [discriminate|auto].
Qed.

Lemma entry_depth : forall n m r q, depth r q < n -> depth r q < m -> entry n r q = entry m r q.
Proof.
  induction n as [|n IH]; intros [|m] r q Hn Hm; try lia. simpl. unfold depth in *.
  destruct (fits r) eqn:F.
  - f_equal. apply map_ext_in. intros v Hv. apply filter_In in Hv as [Hv Hr]. apply Nat.leb_le in Hr.
    assert (P := positive v Hv). destruct (Nat.eqb_spec v r); auto.
    rewrite (IH m q (r - v)); auto; destruct (fits q); lia.
  - destruct (fits q) eqn:Q; auto. rewrite (IH m q r); auto; rewrite Q; lia.
Qed.

Theorem table_token : forall r q, fits r = true ->
  table r q = best true (map (after_token r q) (filter (fun v => v <=? r) tokens)).
Proof.
  intros r q F. unfold table. simpl. rewrite F. f_equal. apply map_ext_in. intros v Hv.
  apply filter_In in Hv as [Hv Hr]. apply Nat.leb_le in Hr. assert (P := positive v Hv). unfold after_token, table.
  destruct (Nat.eqb_spec v r); auto. unfold other_side.
  rewrite (entry_depth (depth r q) (S (depth q (r - v)))); auto. unfold depth. rewrite F. destruct (fits q); lia.
Qed.

Theorem table_pass : forall r q, fits r = false -> fits q = true -> table r q = other_side (table q r).
Proof.
  intros r q F Q. unfold table at 1. simpl. rewrite F, Q. unfold other_side, table.
  rewrite (entry_depth (depth r q) (S (depth q r))); auto. unfold depth. rewrite F, Q. lia.
Qed.

Theorem table_end : forall r q, fits r = false -> fits q = false ->
  table r q = ((r <? q) || ((r =? q) && first_wins), 0).
Proof. intros r q F Q. unfold table. simpl. now rewrite F, Q. Qed.

Definition lack (p : position) (player : bool) : nat := target - total p player.
(** The value of a position by the table: the winner and the length. *)
Definition V (p : position) : bool * nat :=
  if (one p =? target) || (two p =? target) then (last p, 0)
  else let e := table (lack p (turn p)) (lack p (negb (turn p))) in
    (if fst e then turn p else negb (turn p), snd e).

Definition left (p : position) : nat := (target - one p) + (target - two p).

Lemma fitting_lack : forall sum, sum <= target ->
  fitting sum = filter (fun v => v <=? target - sum) tokens /\ can_add sum = fits (target - sum).
Proof.
  intros sum H. unfold fitting, can_add, fits. 
  assert (E : forall v, (sum + v <=? target) = (v <=? target - sum)).
  { intro v. destruct (Nat.leb_spec (sum + v) target), (Nat.leb_spec v (target - sum)); auto; lia. }
  split; [now apply filter_ext|]. clear positive; induction tokens as [|v l IH]; simpl; auto. now rewrite E, IH.
Qed.

Lemma moves_in : forall p v, In v (moves p) ->
  In v tokens /\ total p (turn p) + v <= target /\ one p <> target /\ two p <> target.
Proof.
  intros p v H. unfold moves in H. destruct (Nat.eqb_spec (one p) target), (Nat.eqb_spec (two p) target); simpl in H;
    try tauto.
  apply filter_In in H as [H1 H2]. now apply Nat.leb_le in H2.
Qed.

Lemma ends : forall p v, ok p -> In v (moves p) -> left (play p v) < left p.
Proof.
  intros [t a b z] v _ H. apply moves_in in H as (H1 & H2 & _). apply positive in H1.
  unfold left, play, total in *; simpl in *. destruct t; simpl in *; lia.
Qed.

Lemma can_fitting : forall sum, can_add sum = false <-> fitting sum = [].
Proof.
  unfold can_add, fitting. intro sum. clear positive; induction tokens as [|v l IH]; simpl; [tauto|].
  destruct (sum + v <=? target); simpl; [split; discriminate|auto].
Qed.

Lemma stays : forall p v, ok p -> In v (moves p) -> ok (play p v).
Proof.
  intros [t a b z] v (O1 & O2 & _) H. apply moves_in in H as (H1 & H2 & H3 & H4). apply positive in H1.
  unfold total in *; simpl in *. unfold ok, moves, play, total. simpl.
  destruct t; simpl in *; (split; [lia|split; [lia|]]).
  - destruct (Nat.eqb_spec b target); [contradiction|]. rewrite orb_false_r.
    destruct (Nat.eqb_spec (a + v) target) as [E|E]; simpl; [repeat split; auto; try tauto; lia|].
    destruct (can_add b) eqn:Cb; destruct (can_add (a + v)) eqn:Ca; simpl; rewrite <- ?can_fitting, ?Ca, ?Cb;
      repeat split; auto; try discriminate; try contradiction; intros; try contradiction; lia.
  - destruct (Nat.eqb_spec a target); [contradiction|]. simpl.
    destruct (Nat.eqb_spec (b + v) target) as [E|E]; simpl; [repeat split; auto; try tauto; lia|].
    destruct (can_add a) eqn:Cb; destruct (can_add (b + v)) eqn:Ca; simpl; rewrite <- ?can_fitting, ?Ca, ?Cb;
      repeat split; auto; try discriminate; try contradiction; intros; try contradiction; lia.
Qed.

(** A value from the mover's side, as the winner's name. *)
Definition named (p : bool) (e : bool * nat) : bool * nat := (if fst e then p else negb p, snd e).

Lemma best_named : forall p l, best p (map (named p) l) = named p (best true l).
Proof.
  intros p l. unfold best.
  assert (A : map snd (filter (fun v => eqb (fst v) p) (map (named p) l)) =
    map snd (filter (fun v => eqb (fst v) true) l)).
  { induction l as [|[b n] l IH]; auto. simpl. destruct b, p; simpl; rewrite IH; auto. }
  assert (B : map snd (map (named p) l) = map snd l) by (rewrite map_map; now apply map_ext).
  rewrite A, B. destruct (map snd (filter _ l)); unfold named; simpl; auto.
Qed.

Lemma other_side_twice : forall e, other_side (other_side e) = e.
Proof. intros [b n]. unfold other_side. simpl. now rewrite negb_involutive. Qed.
Lemma named_other : forall p e, named (negb p) e = named p (other_side e).
Proof. intros p [b n]. unfold named, other_side. simpl. now destruct b, p. Qed.

Lemma V_play : forall p v, ok p -> In v (moves p) ->
  V (play p v) = named (turn p) (after_token (lack p (turn p)) (lack p (negb (turn p))) v).
Proof.
  intros [t a b z] v (O1 & O2 & _) H. apply moves_in in H as (H1 & H2 & H3 & H4). assert (P := positive v H1).
  unfold V, lack, total, play, after_token in *; simpl in *.
  destruct (fitting_lack a) as [_ Fa]; auto. destruct (fitting_lack b) as [_ Fb]; auto.
  destruct t; simpl.
  - destruct (fitting_lack (a + v)) as [_ Fv]; [lia|].
    replace (v =? target - a) with (a + v =? target) by (destruct (Nat.eqb_spec (a +
      v) target), (Nat.eqb_spec v (target - a)); lia).
    replace (target - a - v) with (target - (a + v)) by lia. destruct (Nat.eqb_spec b target); [contradiction|].
    destruct (Nat.eqb_spec (a + v) target); auto. simpl. rewrite Fb, Fv.
    destruct (fits (target - b)) eqn:X; [simpl; apply named_other with (p := true)|].
    destruct (fits (target - (a + v))) eqn:Y; simpl; [|apply named_other with (p := true)].
    rewrite (table_pass _ _ X Y), other_side_twice. reflexivity.
  - destruct (fitting_lack (b + v)) as [_ Fv]; [lia|].
    replace (v =? target - b) with (b + v =? target) by (destruct (Nat.eqb_spec (b +
      v) target), (Nat.eqb_spec v (target - b)); lia).
    replace (target - b - v) with (target - (b + v)) by lia. destruct (Nat.eqb_spec a target); [contradiction|].
    destruct (Nat.eqb_spec (b + v) target); auto. simpl. rewrite Fa, Fv.
    destruct (fits (target - a)) eqn:X; [simpl; apply named_other with (p := false)|].
    destruct (fits (target - (b + v))) eqn:Y; simpl; [|apply named_other with (p := false)].
    rewrite (table_pass _ _ X Y), other_side_twice. reflexivity.
Qed.

(** ** The theorems *)
Theorem stand_off : forall n p, ok p -> left p < n -> value position turn moves play final n p = V p.
Proof.
  induction n as [|n IH]; intros p Ho Hn; [lia|]. simpl. destruct (moves p) as [|v vs] eqn:E.
  - destruct Ho as (O1 & O2 & O3 & O4 & O5 & O6 & O7). specialize (O3 E). specialize (O4 E).
    unfold V, final. destruct (Nat.eqb_spec (one p) target), (Nat.eqb_spec (two p) target); auto. simpl.
    destruct (O4 n0 n1) as [C1 C2]. unfold lack, total.
    rewrite (proj2 (fitting_lack _ O1)) in C1. rewrite (proj2 (fitting_lack _ O2)) in C2.
    rewrite O3. destruct (turn p); simpl; rewrite table_end; auto; simpl;
      destruct (Nat.eqb_spec (one p) (two p)); destruct (Nat.ltb_spec (target - one p) (target - two p));
      destruct (Nat.ltb_spec (target - two p) (target - one p)); destruct (Nat.ltb_spec (two p) (one p));
      destruct (Nat.eqb_spec (target - one p) (target - two p));
        destruct (Nat.eqb_spec (target - two p) (target - one p));
      simpl; try lia; auto; destruct first_wins; auto.
  - change (best (turn p) (map (fun m => value position turn moves play final n (play p m)) (v :: vs)) = V p).
    rewrite <- E.
    rewrite (map_ext_in _ (fun m => named (turn p) (after_token (lack p (turn p)) (lack p (negb (turn p))) m))).
    2:{ intros m Hm. rewrite IH; [now apply V_play|now apply stays|]. assert (X := ends p m Ho Hm). lia. }
    rewrite <- (map_map _ (named (turn p))), best_named.
    assert (Hv : In v (moves p)) by (rewrite E; left; auto).
    destruct (moves_in p v Hv) as (T1 & T2 & T3 & T4).
    assert (T : total p (turn p) <= target) by lia. unfold V, moves.
    destruct (Nat.eqb_spec (one p) target), (Nat.eqb_spec (two p) target); try contradiction. simpl.
    rewrite table_token.
    + unfold lack. now rewrite (proj1 (fitting_lack _ T)).
    + apply existsb_exists. exists v. split; auto. apply Nat.leb_le. unfold lack. lia.
Qed.

(** The winner of an unfinished game. *)
Corollary mover_wins : forall n p, ok p -> moves p <> [] -> left p < n ->
  (fst (value position turn moves play final n p) = turn p <->
   fst (table (lack p (turn p)) (lack p (negb (turn p)))) = true).
Proof.
  intros n p Ho Hm Hn. rewrite stand_off; auto. unfold V, moves in *.
  destruct ((one p =? target) || (two p =? target)); [congruence|]. simpl.
  destruct (fst (table _ _)), (turn p); split; auto; discriminate.
Qed.

Theorem winning_tokens : forall n p v, ok p -> left p <= n ->
  (In v (winning position turn moves play final n p) <->
   In v (moves p) /\ (v = lack p (turn p) \/ fst (table (lack p (negb (turn p))) (lack p (turn p) - v)) = false)).
Proof.
  intros n p v Ho Hn. unfold winning. rewrite filter_In.
  split; intros [Hm H]; split; auto; assert (X := ends p v Ho Hm); rewrite stand_off, V_play in *; auto using stays;
    try lia;
    unfold named, after_token, other_side in *; simpl in *; destruct (Nat.eqb_spec v (lack p (turn p))); auto;
      simpl in *.
  - right. destruct (fst (table _ _)), (turn p); auto; discriminate.
  - now destruct (turn p).
  - destruct H as [H|H]; [contradiction|]. rewrite H. now destruct (turn p).
Qed.

(** The positions of a game that begins with two totals of 0 are such positions. *)
Theorem start_ok : 0 < target -> can_add 0 = true -> ok start.
Proof.
  intros H C. assert (F : fitting 0 <> []) by (intro X; apply can_fitting in X; congruence).
  unfold ok, start, moves, total. cbn [one two turn last]. destruct (Nat.eqb_spec 0 target); [lia|]. cbn [orb].
  repeat split; try lia; try (intro; contradiction); auto; intros; exfalso; lia || contradiction.
Qed.
End Attack.
