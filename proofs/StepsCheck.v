(** A checker for certificates with steps instead of paths, and that it confirms nothing false.

    It grows the forest of Steps.v and remembers three things: the pairs that have come; for each even number the oldest
    number of its group, where links between even numbers connect a group; and for each number t that came by a step
    s-t the number s that it hangs below.

    A step between two groups joins them. Of their oldest numbers, the younger one came with a partner t, which becomes
    even and joins both groups to that of the number above t; and so on, until everything is one group.

    [steps_sound]  the moves that a confirmed certificate names are exactly the legal moves that some maximum matching
                   misses *)
From Coq Require Import List Arith Lia Bool PeanoNat OrderedTypeEx.
From Outnumber Require Import Game Counting Pairing Certificate.
From Outnumber Require Steps.
Import ListNotations.

Section Graph.
Variable adj : nat -> nat -> bool.
Hypothesis sym : forall a b, adj a b = adj b a.
Notation row := (Steps.row adj).

Record forest := Forest { came : list edge; oldest : Map.t nat; below : Map.t nat }.

Section Growing.
Variable partner : Map.t nat.
Variable tops : Map.t unit.

(** The partner t of m, if the number d came before m. *)
Fixpoint later (d m : nat) (A : list edge) : option nat :=
  match A with
  | [] => None
  | (t, x) :: A =>
    if x =? m then (if Map.mem d tops || existsb (fun e => snd e =? d) A then Some t else None) else later d m A
  end.

(** The link between the groups of x and y, their oldest numbers, joins them: n bounds how often this goes on. *)
Fixpoint join (n : nat) (x y : nat) (f : forest) : option forest :=
  match n with
  | 0 => None
  | S n =>
    let up d m t :=
      match Map.find t (below f) with
      | None => None
      | Some s => match Map.find s (oldest f) with
        | None => None
        | Some b =>
          let joined := Map.map (fun o => if o =? m then b else o) (oldest f) in
          join n d b (Forest (came f) (Map.add t b joined) (below f))
        end
      end in
    if x =? y then Some f
    else match later x y (came f) with
      | Some t => up x y t
      | None => match later y x (came f) with Some t => up y x t | None => None end
      end
  end.

Definition step (n : nat) (f : forest) (link : edge) : option forest :=
  let (s, t) := link in
  match Map.find s (oldest f) with
  | None => None
  | Some x =>
    if adj s t then
      match Map.find t (oldest f) with
      | Some y => join n x y f
      | None =>
        if Map.mem t (below f) then None
        else match Map.find t partner with
          | None => None
          | Some m => Some (Forest ((t, m) :: came f) (Map.add m m (oldest f)) (Map.add t s (below f)))
          end
      end
    else None
  end.

Fixpoint grow (n : nat) (f : forest) (links : list edge) : option forest :=
  match links with
  | [] => Some f
  | link :: links => match step n f link with Some f => grow n f links | None => None end
  end.
End Growing.

(** The moves that a certificate with steps proves to win; its paths are not looked at. *)
Definition check_steps (U legal : list nat) (c : certificate) (links : list edge) : option (list nat) :=
  let partner := table (both (pairs c)) in
  let top := filter (fun x => negb (Map.mem x partner)) U in
  if most adj U legal c then
    let start := Forest [] (table (map (fun x => (x, x)) top)) (Map.empty nat) in
    match grow partner (set top) (S (length U)) start links with
    | Some f =>
      let won := filter (fun m => Map.mem m (oldest f)) legal in if settled U legal c won then Some won else None
    | None => None
    end
  else None.

(** ** Proofs *)
Lemma row_more : forall E E' x y, incl E E' -> row E x y -> row E' x y.
Proof. intros E E' x y H R. induction R; econstructor; eauto. Qed.
Lemma row_join : forall E x y z, row E x y -> row E y z -> row E x z.
Proof. intros E x y z R. induction R; auto. intro R'. econstructor; eauto. Qed.
Lemma row_back : forall E x y, row E x y -> In x E -> row E y x /\ In y E.
Proof.
  intros E x y R. induction R as [v|u v w A Hv R IH]; intro Hu; [split; auto; constructor|].
  destruct (IH Hv) as [IH1 IH2]. split; auto. apply row_join with v; auto.
  apply Steps.row_link with u; auto; [now rewrite sym|constructor].
Qed.

Section Sound.
Variables (U : list nat) (M : list edge).
Hypotheses (HU : NoDup U) (HM : maximum adj M U).
Variables (partner : Map.t nat) (tops : Map.t unit).
Hypothesis partners : forall x y, Map.find x partner = Some y -> pair M x y.
Hypothesis tops_in : forall x, Map.mem x tops = true -> In x (Steps.exposed U M).
Notation grown := (Steps.grown adj U M).
Notation held := (Steps.held U M).

(** What the checker remembers is true of what has grown, the set E. *)
Definition true_of (f : forest) (E : list nat) : Prop :=
  grown (came f) E /\
  (forall x b, Map.find x (oldest f) = Some b -> In x E /\ In b E /\ row E b x) /\
  (forall t s, Map.find t (below f) = Some s -> adj t s = true /\ In s E) /\
  (forall x, In x (held (came f)) -> Map.find x (oldest f) = None -> Map.mem x (below f) = true).

Lemma later_split : forall d m t A, later tops d m A = Some t ->
  exists A1 A2, A = A1 ++ (t, m) :: A2 /\ (In d (Steps.exposed U M) \/ In d (map snd A2)).
Proof.
  intros d m t. induction A as [|[u x] A IH]; simpl; [discriminate|]. destruct (Nat.eqb_spec x m) as [->|Hne].
  - destruct (_ || _) eqn:E; [|discriminate]. intro H. inversion H; subst. exists [], A. split; auto.
    apply orb_true_iff in E as [E|E]; [left; auto|right]. apply existsb_exists in E as [e [He E]].
    apply Nat.eqb_eq in E. apply in_map_iff. eauto.
  - intro H. destruct (IH H) as (A1 & A2 & -> & Hd). exists ((u, x) :: A1), A2. auto.
Qed.

Lemma join_true : forall n x y f E f', true_of f E -> In x E -> In y E -> row E x y ->
  join tops n x y f = Some f' -> exists E', true_of f' E'.
Proof.
  induction n as [|n IH]; intros x y f E f' Hf Hx Hy R H; [discriminate|].
  simpl in H. destruct (Nat.eqb_spec x y) as [->|Hne]; [inversion H; subst; eauto|].
  assert (Up : forall d m t, In d E -> In m E -> row E d m -> later tops d m (came f) = Some t ->
    match Map.find t (below f) with
    | None => None
    | Some s => match Map.find s (oldest f) with
      | None => None
      | Some b =>
        let joined := Map.map (fun o => if o =? m then b else o) (oldest f) in
        join tops n d b (Forest (came f) (Map.add t b joined) (below f))
      end
    end = Some f' -> exists E', true_of f' E').
  { clear x y Hx Hy R H Hne. intros d m t Hd Hm R L H. destruct Hf as (G & O & B & K).
    destruct (later_split d m t _ L) as (A1 & A2 & EA & Hold).
    destruct (Map.find t (below f)) as [s|] eqn:Es; [|discriminate].
    destruct (Map.find s (oldest f)) as [b|] eqn:Eb; [|discriminate].
    destruct (B t s Es) as [Ats Hs]. destruct (O s b Eb) as (_ & Hb & Rb).
    assert (Amt : adj m t = true).
    { assert (S := Steps.sound_tail adj sym U M HU HM [] (came f) E G). destruct S as [[S _] _].
      rewrite Forall_forall in S. assert (X := S (t, m)). rewrite sym. apply X. rewrite EA. apply in_or_app.
      simpl. auto. }
    assert (G' : grown (came f) (t :: E)).
    { rewrite EA in *. now apply Steps.grown_raise with (d := d) (m := m). }
    assert (W : incl E (t :: E)) by (intros z Hz; now right).
    assert (Rts : row (t :: E) t b).
    { apply Steps.row_link with s; auto. destruct (row_back E b s Rb Hb). now apply row_more with E. }
    assert (Rdb : row (t :: E) d b).
    { apply row_join with m; [now apply row_more with E|]. apply Steps.row_link with t; auto. now left. }
    assert (Rbm : row (t :: E) b m).
    { apply row_back; [|now right]. apply Steps.row_link with t; auto. now left. }
    apply (IH d b _ (t :: E) f') in H; auto; try (now right).
    split; [exact G'|split; [|split]]; simpl.
    - intros z o Hz. rewrite Facts.add_o in Hz. destruct (Nat_as_OT.eq_dec t z) as [->|Hne].
      + inversion Hz; subst. split; [now left|split; [now right|]]. apply row_back; auto. now left.
      + rewrite Facts.map_o in Hz. destruct (Map.find z (oldest f)) as [o'|] eqn:Ez; [|discriminate].
        destruct (O z o' Ez) as (Z1 & Z2 & Z3). simpl in Hz. inversion Hz; subst. clear Hz.
        split; [now right|]. destruct (Nat.eqb_spec o' m) as [->|Hom].
        * split; [now right|]. apply row_join with m; auto. now apply row_more with E.
        * split; [now right|]. now apply row_more with E.
    - intros u v Huv. apply B in Huv as [A1' A2']. split; auto.
    - intros z Hz Nz. apply K; auto. rewrite Facts.add_o in Nz.
      destruct (Nat_as_OT.eq_dec t z); [discriminate|]. rewrite Facts.map_o in Nz.
      now destruct (Map.find z (oldest f)). }
  destruct (later tops x y (came f)) as [t|] eqn:L1; [apply (Up x y t); auto|].
  destruct (later tops y x (came f)) as [t|] eqn:L2; [|discriminate].
  apply (Up y x t); auto. now apply row_back.
Qed.

Lemma step_true : forall n f E link f', true_of f E -> step partner tops n f link = Some f' ->
  exists E', true_of f' E'.
Proof.
  intros n f E [s t] f' Hf H. unfold step in H. assert (Hf' := Hf). destruct Hf' as (G & O & B & K).
  destruct (Map.find s (oldest f)) as [x|] eqn:Es; [|discriminate].
  destruct (adj s t) eqn:A; [|discriminate]. destruct (O s x Es) as (Hs & Hx & Rx).
  destruct (Map.find t (oldest f)) as [y|] eqn:Et.
  - destruct (O t y Et) as (Ht & Hy & Ry). apply (join_true n x y f E f'); auto.
    apply row_join with s; auto. apply Steps.row_link with t; auto. now apply row_back.
  - destruct (Map.mem t (below f)) eqn:Eb; [discriminate|].
    destruct (Map.find t partner) as [m|] eqn:Em; [|discriminate]. inversion H; subst. clear H.
    exists (m :: E). assert (W : incl E (m :: E)) by (intros z Hz; now right).
    split; [|split; [|split]]; simpl.
    + apply Steps.grown_new with s; auto. intro X. rewrite (K t X Et) in Eb. discriminate.
    + intros z b Hz. rewrite Facts.add_o in Hz. destruct (Nat_as_OT.eq_dec m z) as [->|Hne].
      * inversion Hz; subst. repeat split; now left.
      * destruct (O z b Hz) as (Z1 & Z2 & Z3). repeat split; try (now right). now apply row_more with E.
    + intros u v Huv. rewrite Facts.add_o in Huv. destruct (Nat_as_OT.eq_dec t u) as [->|Hne].
      * inversion Huv; subst. split; [now rewrite sym|now right].
      * apply B in Huv as [B1 B2]. split; auto.
    + intros z Hz Nz. rewrite Facts.add_o in Nz. destruct (Nat_as_OT.eq_dec m z) as [|Hm]; [discriminate|].
      rewrite Facts.add_b. unfold Facts.eqb. destruct (Nat_as_OT.eq_dec t z) as [|Ht]; auto. simpl. apply K; auto.
      unfold Steps.held in *. simpl in Hz. rewrite in_app_iff in *. simpl in Hz. tauto.
Qed.

Lemma grow_true : forall n links f E f', true_of f E -> grow partner tops n f links = Some f' ->
  exists E', true_of f' E'.
Proof.
  induction links as [|link links IH]; simpl; intros f E f' Hf H; [inversion H; subst; eauto|].
  destruct (step partner tops n f link) as [f1|] eqn:E1; [|discriminate].
  destruct (step_true n f E link f1 Hf E1) as [E' H1]. eauto.
Qed.
End Sound.

(** What a confirmed certificate names are exactly the moves that some maximum matching misses. *)
Theorem steps_sound : forall U legal c links won, check_steps U legal c links = Some won ->
  forall m, In m won <-> In m legal /\ missed adj m U.
Proof.
  intros U legal c links won H. unfold check_steps in H. destruct (most adj U legal c) eqn:Hmost; [|discriminate].
  destruct (most_sound adj sym U legal c Hmost) as (HU & HL & HM & Hrest).
  set (partner := table (both (pairs c))) in *. set (top := filter (fun x => negb (Map.mem x partner)) U) in *.
  destruct (grow _ _ _ _ _) as [f|] eqn:G; [|discriminate].
  destruct (settled U legal c _) eqn:S; [|discriminate]. inversion H; subst. clear H.
  assert (T : forall x, In x top -> In x (Steps.exposed U (pairs c))).
  { intros x Hx. apply filter_In in Hx as [Hx Nx]. apply Steps.exposed_in. split; auto.
    apply exposed. now apply negb_true_iff. }
  assert (Start : true_of U (pairs c) (Forest [] (table (map (fun x => (x, x)) top)) (Map.empty nat))
    (Steps.exposed U (pairs c))).
  { split; [constructor|split; [|split]]; simpl.
    - intros x b Hx. apply table_in in Hx. apply in_map_iff in Hx as [z [E Hz]]. inversion E; subst.
      repeat split; auto. constructor.
    - intros t s Hx. rewrite Facts.empty_o in Hx. discriminate.
    - intros x Hx Nx. exfalso. unfold Steps.held in Hx. simpl in Hx. rewrite app_nil_r in Hx.
      apply Steps.exposed_in in Hx as [Hx Ex].
      assert (Hin : In x top).
      { apply filter_In. split; auto. apply negb_true_iff. destruct (Map.mem x partner) eqn:P; auto. exfalso.
        apply Ex. rewrite Facts.mem_find_b in P. destruct (Map.find x partner) as [y|] eqn:F; [|discriminate].
        apply partner_pair, pair_ends in F. tauto. }
      assert (P : Map.mem x (table (map (fun x => (x, x)) top)) = true).
      { apply table_mem. rewrite map_map. simpl. now rewrite map_id. }
      rewrite Facts.mem_find_b in P. destruct (Map.find x _) as [v|] eqn:F in P; [|discriminate].
      assert (Q : Some v = None) by exact (eq_trans (eq_sym F) Nx). discriminate Q. }
  destruct (grow_true U (pairs c) HU HM partner (set top)
    (fun x y => partner_pair _ x y)
    (fun x Hx => T x (proj1 (memP x top) (eq_trans (eq_sym (set_in top x)) Hx))) _ _ _ _ _ Start G) as [E Hf].
  intro m. split.
  - intro Hm. apply filter_In in Hm as [Hm Em]. split; auto. destruct Hf as (G' & O & _).
    rewrite Facts.mem_find_b in Em. destruct (Map.find m (oldest f)) as [b|] eqn:Eb; [|discriminate].
    apply (Steps.grown_sound adj sym U (pairs c) HU HM (came f) E); auto. now apply (O m b).
  - intros [Hm Mm]. eauto.
Qed.
End Graph.
