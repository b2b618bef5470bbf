--
-- PostgreSQL database dump
--

\restrict GRRM4VZO8Q17weMIqIeVqrsVbrzbjeHWTCJ24UWPYPdblnaLmOTAU6VHCQl711S

-- Dumped from database version 18.4
-- Dumped by pg_dump version 18.4

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: beats; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.beats (
    id integer NOT NULL,
    at double precision NOT NULL
);


--
-- Name: events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events (
    game text NOT NULL,
    seq integer NOT NULL,
    kind text NOT NULL,
    participant integer NOT NULL,
    number integer,
    request text,
    data text,
    at double precision NOT NULL,
    checksum bigint
);


--
-- Name: games; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.games (
    id text NOT NULL,
    setup text NOT NULL,
    created double precision NOT NULL,
    state text DEFAULT 'playing'::text NOT NULL,
    listed integer DEFAULT 0 NOT NULL,
    checksum bigint,
    maker text,
    seen double precision,
    class text
);


--
-- Name: outages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.outages (
    began double precision NOT NULL,
    ended double precision NOT NULL
);


--
-- Name: schema_version; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_version (
    version integer NOT NULL
);


--
-- Name: tails; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tails (
    game text NOT NULL,
    seq integer NOT NULL
);


--
-- Data for Name: beats; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.beats VALUES (1, 1794990651.654698);


--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.events VALUES ('hjf6jte73esp', 1, 'seat', 2, NULL, NULL, '{"name":"Ben","hash":"93a8d80a51891cd2422c524c0cd2046ab24e43e33adedb73b1c53f93ebc4fc30"}', 1794990649.155469, 3483135078);
INSERT INTO public.events VALUES ('hjf6jte73esp', 2, 'move', 1, 6, 'm6', NULL, 1794990649.2214973, 1286170392);
INSERT INTO public.events VALUES ('hjf6jte73esp', 3, 'move', 2, 3, 'm3', NULL, 1794990649.235741, 2827711252);
INSERT INTO public.events VALUES ('hjf6jte73esp', 4, 'move', 1, 1, 'm1', NULL, 1794990649.244959, 1963464855);
INSERT INTO public.events VALUES ('hjf6jte73esp', 5, 'move', 2, 7, 'm7', NULL, 1794990649.2629795, 2037538184);
INSERT INTO public.events VALUES ('dw5vk2mk33cd', 1, 'seat', 2, NULL, NULL, '{"tick":1794990649.281698,"name":"Ben","hash":"937549d197f6c386e3c90d84eadde10dca8069559696d83a3bd7ec2beb1f2071"}', 1794990649.2816012, 2275463152);
INSERT INTO public.events VALUES ('dw5vk2mk33cd', 2, 'move', 1, 12, NULL, '{"tick":1794990649.284698,"spent":0.001,"lag":0.0}', 1794990649.2860606, 3117142154);
INSERT INTO public.events VALUES ('dw5vk2mk33cd', 3, 'move', 2, 24, NULL, '{"tick":1794990649.331698,"spent":0.002,"lag":0.0}', 1794990649.3326724, 3417417129);
INSERT INTO public.events VALUES ('dw5vk2mk33cd', 4, 'takeback-offer', 2, 1, NULL, NULL, 1794990649.444169, 2363655722);
INSERT INTO public.events VALUES ('dw5vk2mk33cd', 5, 'takeback-accept', 1, 1, NULL, '{"tick":1794990649.4476979,"spent":0.011}', 1794990649.4483547, 315218219);
INSERT INTO public.events VALUES ('ghctcbfmrhek', 1, 'seat', 2, NULL, NULL, '{"tick":1794990649.499698,"name":"Ben","hash":"1a2cfcf6e641d8f3837212099356c90578dd16c924ce2c58e328d84cc912553e"}', 1794990649.4997504, 2977292516);
INSERT INTO public.events VALUES ('ghctcbfmrhek', 2, 'move', 1, 5, NULL, '{"tick":1794990649.509698,"spent":0.004,"lag":0.0}', 1794990649.514172, 4119838831);
INSERT INTO public.events VALUES ('ghctcbfmrhek', 3, 'resign', 2, NULL, NULL, '{"tick":1794990649.525698,"spent":0.003}', 1794990649.5287988, 2043508453);
INSERT INTO public.events VALUES ('p3wrjx0a2483', 1, 'seat', 2, NULL, NULL, '{"name":"Ben","hash":"1fd43e63365aa03a7c0c738e5b5d5679311b460061058fcb755dc0b31e808fbb"}', 1794990649.8720832, 1602678762);
INSERT INTO public.events VALUES ('vz61e5kkcjc9', 1, 'move', 1, 7, NULL, NULL, 1794990649.9395244, 356969431);
INSERT INTO public.events VALUES ('vz61e5kkcjc9', 2, 'move', 2, 1, 'computer:1', NULL, 1794990650.9253118, 3095633203);
INSERT INTO public.events VALUES ('class:34kz3n28rc92', 1, 'class', 0, NULL, NULL, '[[{"kind":"join","animal":"otter","hash":"0d6ba19b62531ccb0deb8804313eca283c69560f66f1b7b8a2c1592ae8c35c6b","seat":"4d06c3f52f680597f8e555b1197388f140d62d9e693e88b59d19909d43f3b2e1","instead":""},0,null]]', 1794990651.9955275, 4175677472);
INSERT INTO public.events VALUES ('class:34kz3n28rc92', 2, 'class', 0, NULL, NULL, '[[{"kind":"join","animal":"wolf","hash":"deb0e38ced1e41de6f92e70e80c418d2d356afaaa99e26f5939dbc7d3ef4772a","seat":"92208908b3f65c5b4398c588702237e071987adbbd8e5549e8249c2699da5228","instead":""},0,null]]', 1794990652.0042477, 2112405329);
INSERT INTO public.events VALUES ('class:34kz3n28rc92', 3, 'class', 0, NULL, NULL, '[[{"kind":"pair","game":"strategy-stacks","options":{"range":9,"opening":"any"},"help":false,"computer":"casual","pairs":[[2,1,"hr40q3fhg0pb",2]]},0,null]]', 1794990652.01069, 2096653593);


--
-- Data for Name: games; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.games VALUES ('hjf6jte73esp', '{"game":"strategy-stacks","options":{"range":9,"opening":"any"},"opponent":"open","names":["Ada",""],"plays":["human","human"],"first":1,"rounds":3,"clock":null,"help":true,"takebacks":true,"seed":552457311,"date":"2026-11-18T08:30:49Z","hashes":["cf96b46b76804e2a6478e9ff4cb808b2c25613bc946101f98d80c191f485f332",null],"invite":null,"claims":true,"game_clock":null,"start":"book","openings":[],"animals":false}', 1794990649.1321485, 'playing', 1, 2284258515, '87550d8e0d9cb1f7', 1794990649.1321485, '');
INSERT INTO public.games VALUES ('dw5vk2mk33cd', '{"game":"number-duel","options":{"range":30,"link":["multiple","digit"]},"opponent":"open","names":["",""],"plays":["human","human"],"first":1,"rounds":1,"clock":86400,"help":true,"takebacks":true,"seed":3313129993,"date":"2026-11-18T08:30:49Z","hashes":["d957328a2b53a3b488f11b352b917c7bdaf4fcc841576a3561ccd77f624b3c2f",null],"invite":null,"claims":false,"game_clock":null,"start":"book","openings":[],"animals":false}', 1794990649.2654212, 'playing', 1, 193099876, '87550d8e0d9cb1f7', 1794990649.2654212, '');
INSERT INTO public.games VALUES ('ghctcbfmrhek', '{"game":"number-stack-duel","options":{"range":9,"first_pattern":"greater"},"opponent":"open","names":["",""],"plays":["human","human"],"first":1,"rounds":1,"clock":null,"help":true,"takebacks":true,"seed":1448368801,"date":"2026-11-18T08:30:49Z","hashes":["e334eef7c801c66f5eb352ce556cf0105df35eb983e6b27058391fb59edb0d03",null],"invite":null,"claims":true,"game_clock":[600.0,3.0],"start":"book","openings":[],"animals":false}', 1794990649.4914901, 'over', 1, 812399026, '87550d8e0d9cb1f7', 1794990649.4914901, '');
INSERT INTO public.games VALUES ('p3wrjx0a2483', '{"game":"order-challenge","options":{"range":9},"opponent":"open","names":["",""],"plays":["human","human"],"first":1,"rounds":1,"clock":null,"help":true,"takebacks":true,"seed":4117363435,"date":"2026-11-18T08:30:49Z","hashes":["423798ee0ef63a0fb006a400ee514fa6e95b408e6ac6a8214e268406199a4907",null],"invite":null,"claims":true,"game_clock":null,"start":"fair","openings":[[6,4]],"animals":false}', 1794990649.8418775, 'playing', 1, 1422961641, '87550d8e0d9cb1f7', 1794990649.8418775, '');
INSERT INTO public.games VALUES ('bs560yhebham', '{"game":"number-stack-attack","options":{"target":21,"tokens":[1,2,3,4,5,6,7,8,9],"tie":"first"},"opponent":"invite","names":["",""],"plays":["human","human"],"first":1,"rounds":1,"clock":null,"help":true,"takebacks":true,"seed":3609547424,"date":"2026-11-18T08:30:49Z","hashes":["47c623f4ade15782b8c5d834032a1334eba59f6c2c4c4eb8a53ba8c0441710b3",null],"invite":"f5f013283566eac0d374caefab202279cea927d0c82d44c4f4ce4305478edad7","claims":false,"game_clock":null,"start":"book","openings":[],"animals":false}', 1794990649.921788, 'open', 0, 358397877, '87550d8e0d9cb1f7', 1794990649.921788, '');
INSERT INTO public.games VALUES ('vz61e5kkcjc9', '{"game":"strategy-stacks","options":{"range":9,"opening":"any"},"opponent":"perfect","names":["",""],"plays":["human","perfect"],"first":1,"rounds":1,"clock":null,"help":true,"takebacks":true,"seed":1242627188,"date":"2026-11-18T08:30:49Z","hashes":["80448423100c7388f045afec40f3e7c72170866ff973da98486ca54940fac541",null],"invite":null,"claims":false,"game_clock":null,"start":"book","openings":[],"animals":false}', 1794990649.9319417, 'playing', 0, 3146152782, '87550d8e0d9cb1f7', 1794990649.9319417, '');
INSERT INTO public.games VALUES ('class:34kz3n28rc92', '{"code":"MA07ZE","teacher":"8a83665f3798727f14f92ad0e6c99fdab08ee731d6cd644c131223fd2f4fed2a","invite":"38a97d149e86b7f58fa6f6eb718412205916a622def3ccefa54c91688694d781","began":1794990651.479698}', 1794990651.9488506, 'class', 0, 4000462754, '87550d8e0d9cb1f7', 1794990651.9488506, '');
INSERT INTO public.games VALUES ('hr40q3fhg0pb', '{"game":"strategy-stacks","options":{"range":9,"opening":"any"},"opponent":"invite","names":["Wolf","Otter"],"plays":["human","human"],"first":2,"rounds":1,"clock":null,"help":false,"takebacks":true,"seed":1013676185,"date":"2026-11-18T08:30:52Z","hashes":["92208908b3f65c5b4398c588702237e071987adbbd8e5549e8249c2699da5228","4d06c3f52f680597f8e555b1197388f140d62d9e693e88b59d19909d43f3b2e1"],"invite":null,"claims":true,"game_clock":null,"start":"book","openings":[],"animals":true}', 1794990652.01069, 'playing', 0, 696720519, NULL, 1794990652.01069, 'class:34kz3n28rc92');


--
-- Data for Name: outages; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: schema_version; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_version VALUES (1);
INSERT INTO public.schema_version VALUES (2);
INSERT INTO public.schema_version VALUES (3);
INSERT INTO public.schema_version VALUES (4);
INSERT INTO public.schema_version VALUES (5);
INSERT INTO public.schema_version VALUES (6);


--
-- Data for Name: tails; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.tails VALUES ('hjf6jte73esp', 5);
INSERT INTO public.tails VALUES ('dw5vk2mk33cd', 5);
INSERT INTO public.tails VALUES ('ghctcbfmrhek', 3);
INSERT INTO public.tails VALUES ('p3wrjx0a2483', 1);
INSERT INTO public.tails VALUES ('bs560yhebham', 0);
INSERT INTO public.tails VALUES ('vz61e5kkcjc9', 2);
INSERT INTO public.tails VALUES ('class:34kz3n28rc92', 3);
INSERT INTO public.tails VALUES ('hr40q3fhg0pb', 0);


--
-- Name: beats beats_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.beats
    ADD CONSTRAINT beats_pkey PRIMARY KEY (id);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (game, seq);


--
-- Name: games games_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);


--
-- Name: tails tails_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tails
    ADD CONSTRAINT tails_pkey PRIMARY KEY (game);


--
-- Name: games_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX games_age ON public.games USING btree (state, created);


--
-- Name: games_class; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX games_class ON public.games USING btree (class) WHERE (class <> ''::text);


--
-- Name: games_listed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX games_listed ON public.games USING btree (state, created) WHERE (listed = 1);


--
-- Name: games_seen; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX games_seen ON public.games USING btree (state, seen) WHERE (listed = 1);


--
-- PostgreSQL database dump complete
--

\unrestrict GRRM4VZO8Q17weMIqIeVqrsVbrzbjeHWTCJ24UWPYPdblnaLmOTAU6VHCQl711S

