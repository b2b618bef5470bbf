(** Certificates with steps instead of paths: the numbers that can be left over, grown one by one.

    Such a number is called even. Those without a partner are, each the top of a tree. A step is a link from an even
    number s to a number t. If t is new, it hangs below s, and its partner m hangs below t and is even. If t is even
    too, the link closes a circle: the partner of every even number on it is even as well, except the partner of the
    oldest (J. Edmonds, Paths, trees, and flowers, 1965).

    [exchange]     let N miss a and c, and some maximum matching miss b: then one misses b, and a or c as well (T.
                   Gallai)
    [raised]       if p is linked, over even numbers, to an even number d, and a maximum matching misses d and pairs p
                   with o, then some maximum matching misses o
    [grown_sound]  so whatever is grown in this way can be left over

    No forest is needed for the proof: what hangs below what does not matter, only which number came first.
    StepsCheck.v has the checker. *)
From Coq Require Import List Arith Lia Bool PeanoNat Permutation.
From Outnumber Require Import Game Counting Pairing.
Import ListNotations.

Section Graph.
Variable adj : nat -> nat -> bool.
Hypothesis sym : forall a b, adj a b = adj b a.
Notation matching := (matching adj).
Notation maximum := (maximum adj).
Notation missed := (missed adj).

Lemma larger : forall N U x y, maximum N U -> adj x y = true -> x <> y -> In x U -> In y U ->
  ~ In x (ends N) -> ~ In y (ends N) -> False.
Proof.
  intros N U x y [HN Hmax] Ha Hne Hx Hy Nx Ny. assert (B : matching ((x, y) :: N) U).
  { apply put; auto. apply wider with U; auto. intros z Hz Hz'.
    apply in_in_remove; [intros ->; auto|]. apply in_in_remove; [intros ->; auto|]. auto. }
  apply Hmax in B. simpl in B. lia.
Qed.

Lemma fewer_ends : forall M M' x, (forall a b, pair M' a b -> pair M a b) -> ~ In x (ends M) -> ~ In x (ends M').
Proof. intros M M' x H Hx Hx'. apply covered in Hx' as [y Hy]. apply H, pair_ends in Hy. tauto. Qed.

Theorem exchange : forall n U N N' a b c, length N = n -> maximum N U -> maximum N' U ->
  ~ In a (ends N) -> ~ In c (ends N) -> ~ In b (ends N') -> In b U -> a <> c -> b <> a -> b <> c ->
  exists K, maximum K U /\ ~ In b (ends K) /\ (~ In a (ends K) \/ ~ In c (ends K)).
Proof.
  induction n as [|n IH]; intros U N N' a b c Hn HN HN' Na Nc Nb Hb Hac Hba Hbc;
    (destruct (in_dec Nat.eq_dec b (ends N)) as [Hc|Hc]; [|exists N; auto]);
    destruct (covered _ _ Hc) as [y Hy]; destruct (take adj sym _ _ _ _ (proj1 HN) Hy)
      as (M1 & L1 & HM1 & Aby & Hbne & _ & HyU & Sub1 & _); [lia|].
  destruct (in_dec Nat.eq_dec y (ends N')) as [Hy'|Hy'].
  2:{ exfalso. apply (larger N' U b y); auto. }
  destruct (covered _ _ Hy') as [z Hz].
  destruct (take adj sym _ _ _ _ (proj1 HN') Hz) as (N1 & L2 & HN1 & Ayz & Hyne & _ & HzU & Sub2 & _).
  assert (Hzb : z <> b) by (intros ->; apply pair_ends in Hz; tauto).
  assert (Hya : a <> y) by (intros ->; apply pair_ends in Hy; tauto).
  assert (Hyc : c <> y) by (intros ->; apply pair_ends in Hy; tauto).
  assert (Ma := fewer_ends _ _ a Sub1 Na). assert (Mc := fewer_ends _ _ c Sub1 Nc).
  assert (Bound : forall L, matching L (rem b (rem y U)) -> length L <= n).
  { intros L HL. assert (X : matching ((b, y) :: L) U) by (apply put; auto). apply HN in X. simpl in X. lia. }
  assert (E : length N' = length N) by (apply Nat.le_antisymm; [apply HN, HN'|apply HN', HN]).
  (* a matching of what is left, without z, becomes one of U without b *)
  assert (Up : forall K, matching K (rem b (rem y U)) -> length K = n -> ~ In z (ends K) ->
    maximum ((y, z) :: K) U /\ ~ In b (ends ((y, z) :: K)) /\
    (forall x, x <> y -> x <> z -> ~ In x (ends K) -> ~ In x (ends ((y, z) :: K)))).
  { intros K HK LK Kz. split; [split|split].
    - apply put; auto. apply wider with (rem b (rem y U)); auto. intros x Hx Hx'.
      apply in_remove in Hx' as [Hx' _]. apply in_remove in Hx' as [Hx' X].
      apply in_in_remove; auto. apply in_in_remove; auto. intros ->; auto.
    - intros L HL. apply HN in HL. simpl. lia.
    - simpl. intros [X|[X|X]]; try congruence. apply HK in X. now apply remove_In in X.
    - intros x X1 X2 X3. simpl. intros [X|[X|X]]; congruence || auto. }
  destruct (in_dec Nat.eq_dec z (ends N)) as [Hzn|Hzn].
  - destruct (IH (rem b (rem y U)) M1 N1 a z c) as (K & [K1 K2] & K3 & K4); auto; try lia.
    + split; auto. intros L HL. apply Bound in HL. lia.
    + split.
      * apply wider with (rem y (rem z U)); auto. intros x Hx Hx'. apply in_remove in Hx' as [Hx' X].
        apply in_remove in Hx' as [Hx' _]. apply in_in_remove; [|now apply in_in_remove].
        intros ->. now apply (fewer_ends _ _ b Sub2) in Hx.
      * intros L HL. apply Bound in HL. lia.
    + intro X. apply HN1 in X. apply in_remove in X as [X _]. now apply remove_In in X.
    + apply in_in_remove; auto. apply in_in_remove; auto.
    + intros ->; auto.
    + intros ->; auto.
    + assert (LK : length K = n).
      { apply Nat.le_antisymm; [now apply Bound|]. apply K2 in HM1. lia. }
      destruct (Up K K1 LK K3) as (U1 & U2 & U3). exists ((y, z) :: K). split; auto. split; auto.
      destruct K4 as [K4|K4]; [left|right]; apply U3; auto; intros ->; auto.
  - assert (Mz := fewer_ends _ _ z Sub1 Hzn). destruct (Up M1 HM1 ltac:(lia) Mz) as (U1 & U2 & U3).
    exists ((y, z) :: M1). split; auto. split; auto. destruct (Nat.eq_dec a z) as [->|Hne]; [right|left]; apply U3;
      auto.
Qed.

(** Linked numbers in a row, all but the first of the set E. *)
Inductive row (E : list nat) : nat -> nat -> Prop :=
| row_end : forall v, row E v v
| row_link : forall u v w, adj u v = true -> In v E -> row E v w -> row E u w.

Theorem raised : forall U E N d p o, NoDup U -> (forall v, In v E -> In v U /\ missed v U) ->
  maximum N U -> ~ In d (ends N) -> In d U -> pair N p o -> row E d p -> missed o U.
Proof.
  intros U E N d p o Hd HE HN Nd HdU Hpo Hrow.
  destruct (take adj sym _ _ _ _ (proj1 HN) Hpo) as (L & LL & HL & Apo & Hne & HpU & HoU & Sub & _).
  destruct (missable adj U o) eqn:Mo; [exact (proj1 (missable_iff adj sym U o Hd HoU) Mo)|]. exfalso.
  assert (No : ~ missed o U).
  { intro X. apply (missable_iff adj sym U o Hd HoU) in X. congruence. }
  set (Z := rem o U). set (n := length L) in *.
  assert (Bound : forall K, matching K Z -> length K <= n).
  { intros K HK. destruct (le_lt_dec (length K) n) as [|X]; auto. exfalso. apply No. exists K. split; [split|].
    - apply wider with Z; auto. intros x _ Hx. now apply in_remove in Hx.
    - intros K' HK'. apply HN in HK'. lia.
    - intro Y. apply HK in Y. now apply remove_In in Y. }
  assert (Top : forall K, matching K Z -> length K = n -> maximum K Z).
  { intros K HK LK. split; auto. intros K' HK'. rewrite LK. auto. }
  assert (Each : forall v, In v E -> v <> o /\ In v Z /\ exists K, maximum K Z /\ ~ In v (ends K)).
  { intros v Hv. apply HE in Hv as [Hv [K [HK Kv]]].
    assert (Hvo : v <> o) by (intros ->; apply No; now exists K). split; auto. split; [now apply in_in_remove|].
    destruct (in_dec Nat.eq_dec o (ends K)) as [Ho|Ho]; [|exfalso; apply No; now exists K].
    destruct (covered _ _ Ho) as [w Hw].
    destruct (take adj sym _ _ _ _ (proj1 HK) Hw) as (K1 & LK & HK1 & _ & _ & _ & _ & SubK & _).
    exists K1. split; [|now apply (fewer_ends _ _ v SubK)]. apply Top.
    - apply wider with (rem o (rem w U)); auto. intros x _ Hx. apply in_remove in Hx as [Hx X].
      apply in_remove in Hx as [Hx _]. now apply in_in_remove.
    - assert (length K = length N) by (apply Nat.le_antisymm; [apply HN, HK|apply HK, HN]). lia. }
  assert (HpZ : In p Z) by now apply in_in_remove.
  assert (Go : forall x y, row E x y -> y = p -> x <> p -> In x Z ->
    (exists K, maximum K Z /\ ~ In p (ends K) /\ ~ In x (ends K)) -> False).
  { intros x y R. induction R as [v|u v w Huv Hv R IH]; intros Hy Hxp Hx (K & HK & Kp & Kx); [congruence|].
    destruct (Each v Hv) as (Vo & VZ & K' & HK' & Kv). destruct (Nat.eq_dec v p) as [->|Hvp].
    - apply (larger K Z u p); auto.
    - apply IH; auto. destruct (Nat.eq_dec v u) as [->|Hvu]; [now exists K|].
      destruct (exchange _ Z K K' p v u eq_refl HK HK' Kp Kx Kv VZ) as (K2 & T1 & T2 & [T3|T3]); auto.
      + now exists K2.
      + exfalso. apply (larger K2 Z u v); auto. }
  apply (Go d p); auto.
  - intros ->. apply pair_ends in Hpo. tauto.
  - apply in_in_remove; auto. intros ->. apply pair_ends in Hpo. tauto.
  - exists L. split; [|split].
    + apply Top; auto. apply wider with (rem p (rem o U)); auto. intros x _ Hx. now apply in_remove in Hx.
    + intro X. apply HL in X. now apply remove_In in X.
    + now apply (fewer_ends _ _ d Sub).
Qed.

(** ** What steps grow *)
Section Grown.
Variables (U : list nat) (M : list edge).
Hypotheses (HU : NoDup U) (HM : maximum M U).

Definition exposed : list nat := filter (fun v => if in_dec Nat.eq_dec v (ends M) then false else true) U.
(** The numbers of the forest: those without a partner, and the pairs that came, the last one first. *)
Definition held (A : list edge) : list nat := exposed ++ ends A.

(** [grown A E]: the pairs (t, m) of A have come, and the numbers of E are even. *)
Inductive grown : list edge -> list nat -> Prop :=
| grown_start : grown [] exposed
| grown_new : forall A E s t m, grown A E -> In s E -> adj s t = true -> ~ In t (held A) -> pair M t m ->
    grown ((t, m) :: A) (m :: E)
| grown_raise : forall A1 t m A2 E d, grown (A1 ++ (t, m) :: A2) E -> In d exposed \/ In d (map snd A2) ->
    row E d m -> grown (A1 ++ (t, m) :: A2) (t :: E).

Lemma nodup_app : forall l r : list nat, NoDup l -> NoDup r -> (forall x, In x l -> ~ In x r) -> NoDup (l ++ r).
Proof.
  clear. induction l as [|x l IH]; simpl; intros r Hl Hr H; auto. inversion Hl; subst. constructor.
  - intro X. apply in_app_or in X as [X|X]; [auto|]. now apply (H x (or_introl eq_refl)).
  - apply IH; auto.
Qed.
Lemma join : forall K R W, matching K W -> matching R W -> (forall x, In x (ends K) -> ~ In x (ends R)) ->
  matching (K ++ R) W.
Proof.
  intros K R W (K1 & K2 & K3) (R1 & R2 & R3) H. split; [|split].
  - now apply Forall_app.
  - rewrite ends_app. now apply nodup_app.
  - intros x Hx. rewrite ends_app in Hx. apply in_app_or in Hx as [Hx|Hx]; auto.
Qed.
Lemma exposed_in : forall v, In v exposed <-> In v U /\ ~ In v (ends M).
Proof.
  intro v. unfold exposed. rewrite filter_In. destruct (in_dec Nat.eq_dec v (ends M)); split; intros [A B]; auto;
    discriminate || contradiction.
Qed.
Lemma snd_ends : forall (A : list edge) x, In x (map snd A) -> In x (ends A).
Proof. intros A x H. apply in_map_iff in H as [[a b] [<- H]]. apply in_flat_map. exists (a, b). simpl. auto. Qed.

(** What holds of the pairs that have come. *)
Definition sound (A : list edge) : Prop :=
  matching A (held A) /\ NoDup (held A) /\ incl (held A) U /\
  exists R, matching R U /\ (forall x, In x (ends R) -> ~ In x (held A)) /\ length A + length R = length M /\
    (forall x y, pair M x y -> ~ In x (held A) -> pair R x y).

Lemma sound_start : sound [].
Proof.
  unfold sound, held. simpl. rewrite app_nil_r. split; [apply empty|split; [now apply NoDup_filter|split]].
  - intros x Hx. now apply exposed_in in Hx.
  - exists M. split; [apply HM|split; [|split; auto]]. intros x Hx Hx'. apply exposed_in in Hx'. tauto.
Qed.

Lemma sound_new : forall A t m, sound A -> ~ In t (held A) -> pair M t m ->
  sound ((t, m) :: A) /\ ~ In m (held A) /\ t <> m /\ adj t m = true.
Proof.
  intros A t m (S1 & S2 & S3 & R & R1 & R2 & R3 & R4) Ht Hp.
  assert (HpR := R4 t m Hp Ht). destruct (take adj sym _ _ _ _ R1 HpR) as (R' & L & H & Ha & Hne & HtU & HmU & Sub &
    Keep).
  assert (Hm : ~ In m (held A)) by (apply R2; now apply pair_ends in HpR).
  assert (Eq : forall x, In x (held ((t, m) :: A)) <-> x = t \/ x = m \/ In x (held A)).
  { intro x. unfold held. simpl. rewrite !in_app_iff. simpl. intuition. }
  split; [|auto]. split; [|split; [|split]].
  - destruct S1 as (M1 & M2 & M3). split; [constructor; auto|split].
    + simpl. assert (Et : forall x, In x (ends A) -> In x (held A)) by (intros; apply in_or_app; auto).
      constructor; [|constructor]; auto. simpl. intros [X|X]; auto.
    + intros x Hx. apply Eq. simpl in Hx. destruct Hx as [<-|[<-|Hx]]; auto.
  - unfold held in *. simpl. apply Permutation_NoDup with (t :: m :: exposed ++ ends A).
    + rewrite (Permutation_middle exposed (ends A) m). now rewrite (Permutation_middle exposed _ t).
    + constructor; [|constructor; auto]. simpl. intros [X|X]; auto.
  - intros x Hx. apply Eq in Hx as [->|[->|Hx]]; auto.
  - exists R'. split; [|split; [|split]].
    + apply wider with (rem t (rem m U)); auto. intros x _ Hx. apply in_remove in Hx as [Hx _].
    now apply in_remove in Hx.
    + intros x Hx X. apply Eq in X. destruct X as [->|[->|X]].
      * apply H in Hx. now apply remove_In in Hx.
      * apply H in Hx. apply in_remove in Hx as [Hx _]. now apply remove_In in Hx.
      * apply covered in Hx as [y Hy]. apply Sub, pair_ends in Hy. apply (R2 x); tauto.
    + simpl. lia.
    + intros x y Hxy Hx. rewrite Eq in Hx. apply Keep; [apply R4|intro|intro]; tauto.
Qed.

(** No matching of what is held has more pairs than have come. *)
Lemma sound_most : forall A K, sound A -> matching K (held A) -> length K <= length A.
Proof.
  intros A K (S1 & S2 & S3 & R & R1 & R2 & R3 & _) HK.
  assert (X : matching (K ++ R) U).
  { apply join; auto.
    - apply wider with (held A); auto.
    - intros x Hx Hr. apply (R2 x Hr). now apply HK. }
  apply HM in X. rewrite app_length in X. lia.
Qed.

(** A matching of what was held earlier, with the pairs that came since. *)
Lemma since : forall A1 A2 K, sound (A1 ++ A2) -> matching K (held A2) -> length K = length A2 ->
  maximum (A1 ++ K) (held (A1 ++ A2)) /\
  (forall x, In x (held A2) -> ~ In x (ends K) -> ~ In x (ends (A1 ++ K))).
Proof.
  intros A1 A2 K HS HK LK. assert (S := HS). destruct S as ((M1 & M2 & M3) & S2 & _).
  assert (Sep : forall x, In x (ends A1) -> ~ In x (held A2)).
  { intros x Hx X. unfold held in *. rewrite ends_app in *. apply in_app_or in X as [X|X].
    - clear - S2 Hx X. induction exposed as [|y l IH]; simpl in *; [tauto|]. inversion S2; subst.
      destruct X as [->|X]; [apply H1; rewrite !in_app_iff; auto|auto].
    - clear - M2 Hx X. induction (ends A1) as [|y l IH]; simpl in *; [tauto|]. inversion M2; subst.
      destruct Hx as [->|Hx]; [apply H1; rewrite in_app_iff; auto|auto]. }
  assert (Wide : forall x, In x (held A2) -> In x (held (A1 ++ A2))).
  { intros x. unfold held. rewrite ends_app, !in_app_iff. tauto. }
  assert (HA1 : matching A1 (held (A1 ++ A2))).
  { apply Forall_app in M1 as [M1 _]. rewrite ends_app in M2. split; auto. split.
    - clear - M2. induction (ends A1) as [|y l IH]; [constructor|]. simpl in M2. inversion M2; subst.
      constructor; auto. rewrite in_app_iff in H1. tauto.
    - intros x Hx. unfold held. rewrite ends_app, !in_app_iff. auto. }
  split.
  - split.
    + apply join; auto.
      * apply wider with (held A2); auto.
      * intros x Hx Hk. apply (Sep x Hx). now apply HK.
    + intros K' HK'. apply (sound_most _ _ HS) in HK'. rewrite app_length in *. lia.
  - intros x Hx Hk. rewrite ends_app. intro Y. apply in_app_or in Y as [Y|Y]; [now apply (Sep x)|auto].
Qed.

Lemma sound_tail : forall A1 A2 E, grown (A1 ++ A2) E -> sound A2.
Proof.
  enough (G : forall A E, grown A E -> forall A1 A2, A = A1 ++ A2 -> sound A2) by eauto.
  intros A E G. induction G as [|A E s t m G IH Hs Ha Ht Hp|A1 t m A2 E d G IH Hd Hr]; intros B1 B2 EB.
  - symmetry in EB. apply app_eq_nil in EB as [_ ->]. apply sound_start.
  - destruct B1 as [|b B1]; simpl in EB; [subst B2|inversion EB; eauto].
    now apply sound_new; [apply (IH [] A)| |].
  - eauto.
Qed.

Theorem grown_held : forall A E, grown A E ->
  (forall v, In v E -> In v (held A) /\ missed v (held A)) /\
  (forall A1 t m A2, A = A1 ++ (t, m) :: A2 -> missed m (held ((t, m) :: A2))).
Proof.
  intros A E G. induction G as [|A E s t m G [IH1 IH2] Hs Ha Ht Hp|A1 t m A2 E d G [IH1 IH2] Hd Hr].
  - split.
    + intros v Hv. split; [apply in_or_app; auto|]. exists []. split; [|auto]. split; [apply empty|].
      intros N HN. apply (sound_most [] N sound_start HN).
    + intros A1 t m A2 X. destruct A1; discriminate.
  - assert (SA := sound_tail [] A E G). destruct (sound_new A t m SA Ht Hp) as (SN & Hm & Hne & Atm).
    assert (Size : forall N, maximum N (held A) -> length N = length A).
    { intros N HN. apply Nat.le_antisymm; [apply (sound_most A N SA), HN|]. apply HN, SA. }
    assert (Old : forall v, In v E -> In v (held ((t, m) :: A)) /\ missed v (held ((t, m) :: A))).
    { intros v Hv. apply IH1 in Hv as [Hv [N [HN Nv]]].
      destruct (since [(t, m)] A N SN (proj1 HN) (Size N HN)) as [B C]. split.
      - unfold held in *. simpl. apply in_app_or in Hv. rewrite in_app_iff. simpl. tauto.
      - exists ([(t, m)] ++ N). split; auto. }
    assert (New : missed m (held ((t, m) :: A))).
    { destruct (IH1 s Hs) as [HsA [N [HN Ns]]]. assert (LN := Size N HN).
      exists ((s, t) :: N). split; [split|].
      - assert (W : incl (held A) (held ((t, m) :: A))).
        { intros x. unfold held. simpl. rewrite !in_app_iff. simpl. tauto. }
        apply put; auto.
        + apply wider with (held A); [apply HN|]. intros x Hx Hx'. apply in_in_remove; [intros ->; auto|].
          apply in_in_remove; [intros ->; auto|auto].
        + intros ->; auto.
        + unfold held. simpl. rewrite in_app_iff. simpl. auto.
      - intros K HK. apply (sound_most _ _ SN) in HK. simpl in *. lia.
      - simpl. intros [X|[X|X]]; [subst; auto|auto|]. apply HN in X. auto. }
    split.
    + intros v [<-|Hv]; auto. split; auto. unfold held. simpl. rewrite in_app_iff. simpl. auto.
    + intros [|b A1] t' m' A2 X; simpl in X; inversion X; subst; eauto.
  - split; [|eauto]. intros v [<-|Hv]; auto.
    assert (HtA : In t (held (A1 ++ (t, m) :: A2))).
    { unfold held. rewrite ends_app. simpl. rewrite !in_app_iff. simpl. auto. }
    split; auto. assert (SA := sound_tail [] _ E G). assert (S2 := sound_tail (A1 ++ [(t, m)]) A2 E).
    rewrite <- app_assoc in S2. specialize (S2 G).
    (* the older number d was even before t and m came *)
    assert (HN : In d (held A2) /\ exists N, matching N (held A2) /\ length N = length A2 /\ ~ In d (ends N)).
    { destruct Hd as [Hd|Hd].
      - split; [apply in_or_app; auto|]. exists A2. split; [apply S2|split; auto]. intro X.
        destruct S2 as (_ & S2 & _). unfold held in S2. clear - S2 Hd X.
        induction exposed as [|y l IH]; simpl in *; [tauto|]. inversion S2; subst.
        destruct Hd as [->|Hd]; [apply H1; rewrite in_app_iff; auto|auto].
      - split; [apply in_or_app; right; now apply snd_ends|].
        apply in_map_iff in Hd as [[t' d'] [Ed Hd]]. simpl in Ed. subst d'. apply in_split in Hd as (B1 & B2 & ->).
        destruct (IH2 (A1 ++ (t, m) :: B1) t' d B2) as [N [HN Nd]]; [now rewrite <- app_assoc|].
        assert (S3 := sound_tail (A1 ++ (t, m) :: B1) ((t', d) :: B2) E ltac:(now rewrite <- app_assoc)).
        assert (LN : length N = length ((t', d) :: B2)).
        { apply Nat.le_antisymm; [apply (sound_most _ N S3), HN|]. apply HN, S3. }
        destruct (since B1 ((t', d) :: B2) N S2 (proj1 HN) LN) as [X1 X2]. exists (B1 ++ N). split; [apply X1|split].
        + rewrite !app_length. f_equal. exact LN.
        + apply X2; auto. unfold held. simpl. rewrite in_app_iff. simpl. auto. }
    destruct HN as [HdA [N (N1 & N2 & N3)]].
    assert (EA : A1 ++ (t, m) :: A2 = (A1 ++ [(t, m)]) ++ A2) by now rewrite <- app_assoc.
    rewrite EA in *. destruct (since (A1 ++ [(t, m)]) A2 N SA N1 N2) as [X1 X2].
    apply (raised _ E ((A1 ++ [(t, m)]) ++ N) d m t); auto.
    + apply SA.
    + unfold held in *. rewrite ends_app, !in_app_iff in *. tauto.
    + right. apply in_or_app. left. apply in_or_app. right. now left.
Qed.

(** Whatever is even can be left over. *)
Theorem grown_sound : forall A E v, grown A E -> In v E -> missed v U.
Proof.
  intros A E v G Hv. destruct (sound_tail [] A E G) as (S1 & S2 & S3 & R & R1 & R2 & R3 & _).
  destruct (proj1 (grown_held A E G) v Hv) as [HvA [N [HN Nv]]]. exists (N ++ R). split; [split|].
  - apply join; auto.
    + apply wider with (held A); auto. apply HN.
    + intros x Hx Hr. apply (R2 x Hr). now apply HN.
  - intros K HK. apply HM in HK. apply HN in S1. rewrite app_length. lia.
  - rewrite ends_app. intro X. apply in_app_or in X as [X|X]; auto. now apply (R2 v).
Qed.
End Grown.
End Graph.
