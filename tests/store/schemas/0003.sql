BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE card_table (
	id INTEGER NOT NULL, 
	edit_hash TEXT NOT NULL, 
	view_hash TEXT NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT card_table_edit_hash UNIQUE (edit_hash), 
	CONSTRAINT card_table_view_hash UNIQUE (view_hash)
);
INSERT INTO "card_table" VALUES(1,'02c27ebe93ce6edc1446725175365af58d2689550dbcc30594a2a4863344b023','7ce8772dabba0e2f5e7952262261b03be2c330bc2ac81bda6a8f01629592ae95');
INSERT INTO "card_table" VALUES(2,'0786650964f5aaa7eab9312548171c80191e8c07a30d4479450c62c4169826e0','3c9ab7d24848b5a83958e73f427dcf18a814a72006691bfea121d5afc4ad6c66');
CREATE TABLE entering (
	game_id INTEGER NOT NULL, 
	phone TEXT NOT NULL, 
	round INTEGER NOT NULL, 
	until_ms BIGINT NOT NULL, 
	PRIMARY KEY (game_id, phone), 
	FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE TABLE game (
	id INTEGER NOT NULL, 
	edit_hash TEXT NOT NULL, 
	view_hash TEXT NOT NULL, 
	rule_set_id TEXT NOT NULL, 
	rule_set_digest TEXT NOT NULL, 
	players TEXT NOT NULL, 
	sides TEXT NOT NULL, 
	first_dealer INTEGER NOT NULL, 
	periods TEXT NOT NULL, 
	ended INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	last_serial INTEGER NOT NULL, 
	round_count INTEGER NOT NULL, 
	undo_top INTEGER, 
	redo_top INTEGER, 
	journal_bytes INTEGER NOT NULL, 
	started_at_ms BIGINT NOT NULL, 
	changed_at_ms BIGINT NOT NULL, 
	again_of INTEGER, deck TEXT CONSTRAINT game_deck CHECK (deck in ('korean', 'japanese')), table_id INTEGER CONSTRAINT game_table REFERENCES card_table (id), number INTEGER DEFAULT 1 NOT NULL CONSTRAINT game_number CHECK (number >= 1), names TEXT, seatings TEXT, starts TEXT, continued INTEGER DEFAULT 0 NOT NULL CONSTRAINT game_continued CHECK (continued in (0, 1)), archived INTEGER DEFAULT 0 NOT NULL CONSTRAINT game_archived CHECK (archived in (0, 1)), deleted_at_ms BIGINT, 
	PRIMARY KEY (id), 
	CONSTRAINT game_edit_hash UNIQUE (edit_hash), 
	CONSTRAINT game_view_hash UNIQUE (view_hash), 
	CONSTRAINT game_ended CHECK (ended in (0, 1)), 
	CONSTRAINT game_first_dealer CHECK (first_dealer between 0 and 6), 
	CONSTRAINT game_counts CHECK (revision >= 1 and last_serial >= round_count and round_count >= 0), 
	FOREIGN KEY(rule_set_digest) REFERENCES rule_set (digest), 
	FOREIGN KEY(again_of) REFERENCES game (id) ON DELETE SET NULL
);
INSERT INTO "game" VALUES(1,'02c27ebe93ce6edc1446725175365af58d2689550dbcc30594a2a4863344b023','7ce8772dabba0e2f5e7952262261b03be2c330bc2ac81bda6a8f01629592ae95','kwado-1985','79d48b5946f3a2e7870daf6c6fea295a6b6d939beef23453c3f6dbb8534106fb','["Ann","Ben"]','[["Ann",[0]],["Ben",[1]]]',0,'[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}],[5,{"method":"A","target":300,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]',1,24,6,5,23,NULL,3005,1795409062236,1795409062301,NULL,'japanese',1,1,'[["Anna","Ben"],["Anna","Ben"]]','[[6,[1,0],0]]',NULL,0,1,NULL);
INSERT INTO "game" VALUES(2,'f5595faca74e3f667d2364c2f0eae0dd444e9e319902f49012d69c8f2e97ebe1','fc88598fcfe525b066b8248bf7097c2fd5b0a978eb4bb0bf2a86880fa1e2f728','kwado-1985','79d48b5946f3a2e7870daf6c6fea295a6b6d939beef23453c3f6dbb8534106fb','["Anna","Cem"]','[["Anna",[0]],["Cem",[1]]]',1,'[[1,{"method":"A","target":300,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]',0,3,1,1,3,NULL,334,1795409062285,1795409062292,1,'japanese',1,2,NULL,NULL,'[[110,110],[40,40]]',0,0,1795409062292);
INSERT INTO "game" VALUES(3,'ac0d4b8f15e1fe47f27e338b393f287e50ec43e05ba36a5d038ea04034dd83bc','2ba2e5335d387cf04aa7065561a09807c60af48a95d73c12b7eff3561c3c690e','kwado-1985','79d48b5946f3a2e7870daf6c6fea295a6b6d939beef23453c3f6dbb8534106fb','["Anna","Ben"]','[["Anna",[0]],["Ben",[1]]]',0,'[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]',0,1,0,0,NULL,NULL,161,1795409062299,1795409062299,1,NULL,1,3,NULL,NULL,NULL,0,0,NULL);
INSERT INTO "game" VALUES(4,'0786650964f5aaa7eab9312548171c80191e8c07a30d4479450c62c4169826e0','3c9ab7d24848b5a83958e73f427dcf18a814a72006691bfea121d5afc4ad6c66','kwado-1982','472c59d87b8bfcce828e63f60a473561b2e36ed7e573b26c8215b85d6fab4876','["Ann","Bén","金","D''é‍"]','[["Ann & 金",[0,2]],["Others",[1,3]]]',2,'[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","gaji":"kwado","tie":"share","dealer":"most-points"}]]',0,2,1,1,2,NULL,322,1795409062306,1795409062307,1,'japanese',2,1,NULL,NULL,NULL,0,0,NULL);
CREATE TABLE join_code (
	code_hash TEXT NOT NULL, 
	game_id INTEGER NOT NULL, 
	sealed_link TEXT NOT NULL, 
	until_ms BIGINT NOT NULL, 
	PRIMARY KEY (code_hash), 
	FOREIGN KEY(game_id) REFERENCES game (id)
);
CREATE TABLE "journal" (
	game_id INTEGER NOT NULL, 
	sequence INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	"of" INTEGER, 
	below INTEGER, 
	"before" TEXT NOT NULL, 
	"after" TEXT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	PRIMARY KEY (game_id, sequence), 
	CONSTRAINT journal_kind CHECK (kind in ('start', 'add', 'correct', 'remove', 'restore', 'options', 'options-for-all', 'end', 'resume', 'return', 'undo', 'redo', 'links', 'deck', 'names', 'seats', 'players', 'rematch', 'archive', 'unarchive', 'delete', 'recover')), 
	FOREIGN KEY(game_id) REFERENCES game (id)
);
INSERT INTO "journal" VALUES(1,1,'start',NULL,NULL,'{}','{"periods":[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]],"ended":false}',1795409062236);
INSERT INTO "journal" VALUES(1,2,'add',NULL,NULL,'{"rounds":{"1":null}}','{"rounds":{"1":{"points":{"Ann":{"card_points":100,"yaku":[]},"Ben":{"card_points":140,"yaku":[]}}}}}',1795409062245);
INSERT INTO "journal" VALUES(1,3,'add',NULL,2,'{"rounds":{"2":null}}','{"rounds":{"2":{"points":{"Ann":{"card_points":120,"yaku":[]},"Ben":{"card_points":120,"yaku":[]}}}}}',1795409062247);
INSERT INTO "journal" VALUES(1,4,'add',NULL,3,'{"rounds":{"3":null}}','{"rounds":{"3":{"points":{"Ann":{"card_points":140,"yaku":[]},"Ben":{"card_points":100,"yaku":[]}}}}}',1795409062249);
INSERT INTO "journal" VALUES(1,5,'add',NULL,4,'{"rounds":{"4":null}}','{"rounds":{"4":{"points":{"Ann":{"card_points":160,"yaku":[]},"Ben":{"card_points":80,"yaku":[]}}}}}',1795409062250);
INSERT INTO "journal" VALUES(1,6,'correct',NULL,5,'{"rounds":{"2":{"points":{"Ann":{"card_points":120,"yaku":[]},"Ben":{"card_points":120,"yaku":[]}}}}}','{"rounds":{"2":{"points":{"Ann":{"card_points":130,"yaku":[]},"Ben":{"card_points":110,"yaku":[]}}}}}',1795409062255);
INSERT INTO "journal" VALUES(1,7,'remove',NULL,6,'{"rounds":{"3":{"points":{"Ann":{"card_points":140,"yaku":[]},"Ben":{"card_points":100,"yaku":[]}}}}}','{"rounds":{"3":null}}',1795409062257);
INSERT INTO "journal" VALUES(1,8,'undo',7,NULL,'{"rounds":{"3":null}}','{"rounds":{"3":{"points":{"Ann":{"card_points":140,"yaku":[]},"Ben":{"card_points":100,"yaku":[]}}}}}',1795409062259);
INSERT INTO "journal" VALUES(1,9,'redo',7,NULL,'{"rounds":{"3":{"points":{"Ann":{"card_points":140,"yaku":[]},"Ben":{"card_points":100,"yaku":[]}}}}}','{"rounds":{"3":null}}',1795409062263);
INSERT INTO "journal" VALUES(1,10,'deck',NULL,7,'{"deck":null}','{"deck":"japanese"}',1795409062264);
INSERT INTO "journal" VALUES(1,11,'options',NULL,10,'{"periods":[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]}','{"periods":[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}],[5,{"method":"A","target":300,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]}',1795409062266);
INSERT INTO "journal" VALUES(1,12,'add',NULL,11,'{"rounds":{"5":null}}','{"rounds":{"5":{"points":{"Ann":{"card_points":180,"yaku":[]},"Ben":{"card_points":60,"yaku":[]}}}}}',1795409062268);
INSERT INTO "journal" VALUES(1,13,'options-for-all',NULL,12,'{"periods":[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}],[5,{"method":"A","target":300,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]}','{"periods":[[1,{"method":"B","target":500,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]}',1795409062270);
INSERT INTO "journal" VALUES(1,14,'links',NULL,NULL,'{}','{}',1795409062273);
INSERT INTO "journal" VALUES(1,15,'undo',13,NULL,'{"periods":[[1,{"method":"B","target":500,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]}','{"periods":[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}],[5,{"method":"A","target":300,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]}',1795409062275);
INSERT INTO "journal" VALUES(1,16,'names',NULL,12,'{"names":null}','{"names":[["Anna","Ben"],["Anna","Ben"]]}',1795409062276);
INSERT INTO "journal" VALUES(1,17,'seats',NULL,16,'{"seatings":null}','{"seatings":[[6,[1,0],0]]}',1795409062280);
INSERT INTO "journal" VALUES(1,18,'add',NULL,17,'{"rounds":{"6":null}}','{"rounds":{"6":{"points":{"Ann":{"card_points":110,"yaku":[]},"Ben":{"card_points":130,"yaku":[]}}}}}',1795409062282);
INSERT INTO "journal" VALUES(2,1,'start',NULL,NULL,'{}','{"periods":[[1,{"method":"A","target":300,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]],"ended":false,"deck":"japanese"}',1795409062285);
INSERT INTO "journal" VALUES(1,19,'players',NULL,18,'{"continued":false}','{"continued":true}',1795409062287);
INSERT INTO "journal" VALUES(2,2,'add',NULL,NULL,'{"rounds":{"1":null}}','{"rounds":{"1":{"points":{"Anna":{"card_points":150,"yaku":[]},"Cem":{"card_points":90,"yaku":[]}}}}}',1795409062288);
INSERT INTO "journal" VALUES(1,20,'links',NULL,NULL,'{}','{}',1795409062291);
INSERT INTO "journal" VALUES(2,3,'delete',NULL,2,'{"deleted":false}','{"deleted":true}',1795409062292);
INSERT INTO "journal" VALUES(1,21,'undo',19,NULL,'{"continued":true}','{"continued":false}',1795409062294);
INSERT INTO "journal" VALUES(1,22,'end',NULL,18,'{"ended":false}','{"ended":true}',1795409062296);
INSERT INTO "journal" VALUES(1,23,'archive',NULL,22,'{"archived":false}','{"archived":true}',1795409062298);
INSERT INTO "journal" VALUES(3,1,'start',NULL,NULL,'{}','{"periods":[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]],"ended":false}',1795409062299);
INSERT INTO "journal" VALUES(1,24,'rematch',NULL,NULL,'{}','{}',1795409062301);
INSERT INTO "journal" VALUES(4,1,'start',NULL,NULL,'{}','{"periods":[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","gaji":"kwado","tie":"share","dealer":"most-points"}]],"ended":false,"deck":"japanese"}',1795409062306);
INSERT INTO "journal" VALUES(4,2,'add',NULL,NULL,'{"rounds":{"1":null}}','{"rounds":{"1":{"captured":{"Ann & 金":["pine-crane","willow-lightning"],"Others":"rest"},"gaji":{"by":"Ann & 金","took":"maple-deer"}}}}',1795409062307);
CREATE TABLE round (
	game_id INTEGER NOT NULL, 
	serial INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	entry TEXT NOT NULL, 
	stands INTEGER NOT NULL, 
	added_by INTEGER NOT NULL, 
	changed_by INTEGER NOT NULL, 
	recorded_at_ms BIGINT NOT NULL, 
	PRIMARY KEY (game_id, serial), 
	CONSTRAINT round_stands CHECK (stands in (0, 1)), 
	FOREIGN KEY(game_id) REFERENCES game (id)
);
INSERT INTO "round" VALUES(1,1,'test-key-000001','{"points":{"Ann":{"card_points":100,"yaku":[]},"Ben":{"card_points":140,"yaku":[]}}}',1,2,2,1795409062245);
INSERT INTO "round" VALUES(1,2,'test-key-000002','{"points":{"Ann":{"card_points":130,"yaku":[]},"Ben":{"card_points":110,"yaku":[]}}}',1,3,6,1795409062247);
INSERT INTO "round" VALUES(1,3,'test-key-000003','{"points":{"Ann":{"card_points":140,"yaku":[]},"Ben":{"card_points":100,"yaku":[]}}}',0,4,9,1795409062249);
INSERT INTO "round" VALUES(1,4,'test-key-000004','{"points":{"Ann":{"card_points":160,"yaku":[]},"Ben":{"card_points":80,"yaku":[]}}}',1,5,5,1795409062250);
INSERT INTO "round" VALUES(1,5,'test-key-000005','{"points":{"Ann":{"card_points":180,"yaku":[]},"Ben":{"card_points":60,"yaku":[]}}}',1,12,12,1795409062268);
INSERT INTO "round" VALUES(1,6,'test-key-000006','{"points":{"Ann":{"card_points":110,"yaku":[]},"Ben":{"card_points":130,"yaku":[]}}}',1,18,18,1795409062282);
INSERT INTO "round" VALUES(2,1,'test-key-000007','{"points":{"Anna":{"card_points":150,"yaku":[]},"Cem":{"card_points":90,"yaku":[]}}}',1,2,2,1795409062288);
INSERT INTO "round" VALUES(4,1,'test-key-000008','{"captured":{"Ann & 金":["pine-crane","willow-lightning"],"Others":"rest"},"gaji":{"by":"Ann & 金","took":"maple-deer"}}',1,2,2,1795409062307);
CREATE TABLE rule_set (
	digest TEXT NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (digest)
);
INSERT INTO "rule_set" VALUES('79d48b5946f3a2e7870daf6c6fea295a6b6d939beef23453c3f6dbb8534106fb','# Kwa-Dō, the rule sheet of 1985
# Facts: kwado.md. Every number has its source and its label (rulebook, tradition, silent, inferred, house).

id = "kwado-1985"
name = "Kwa-Dō (1985)"
game = "Kwa-Dō"
hint = "The usual choice: 2 to 6 players, the most bonuses."
month_order = "korean"
# The hand that stands for the game; the card in its middle stands for it where one is enough.
emblem = ["iris-bridge", "paulownia-phoenix", "willow-lightning"]
source = "KD85"
label = "rulebook"
# Our default: the whole table of bonuses. Every one of them is optional.
default_preset = "all"

# Who may play, and into how many sides they may form. Partners sit opposite each other, so that the seats
# go round the sides in turn.
[[sides]]
players = 2
sides = [2]
source = "KD85"
label = "rulebook"

[[sides]]
players = 3
sides = [3]
source = "KD85"
label = "rulebook"

[[sides]]
players = 4
sides = [4, 2]
source = "KD85"
label = "rulebook"

[[sides]]
players = 5
sides = [5]
source = "KD85"
label = "rulebook"

[[sides]]
players = 6
sides = [6, 3, 2]
source = "KD85"
label = "rulebook"

# The draw pile is what is left: as long as the hands together.
[[deal]]
players = 2
hand = 10
field = 8
source = "KD85"
label = "rulebook"

[[deal]]
players = 3
hand = 7
field = 6
source = "KD85"
label = "rulebook"

[[deal]]
players = 4
hand = 5
field = 8
source = "KD85"
label = "rulebook"

[[deal]]
players = 5
hand = 4
field = 8
source = "KD85"
label = "rulebook"

[[deal]]
players = 6
hand = 3
field = 12
source = "KD85"
label = "rulebook"

[turn]
starts = "left-of-dealer"
direction = "clockwise"
source = "KD85"
label = "rulebook"

[[value]]
id = "brights"
name = "bright"
cards = "brights"
points = 20
source = "KD85"
label = "rulebook"

[[value]]
id = "animals"
name = "animal"
cards = "animals"
points = 10
source = "KD85"
label = "rulebook"

[[value]]
id = "ribbons"
name = "ribbon"
cards = "ribbons"
points = 5
source = "KD85"
label = "rulebook"

[[value]]
id = "chaff"
name = "chaff"
cards = "chaff"
points = 0
source = "KD85"
label = "rulebook"

[[method]]
id = "A"
name = "the floor method"
settlement = "above-floor"
target = 200
ruling = "method-a"
source = "KD85"
label = "rulebook"

[[method]]
id = "B"
name = "the easy method"
settlement = "card-points"
# Ours: the booklet leaves the target to the table.
proposed_target = 500
ruling = "method-b"
source = "KD85"
label = "rulebook"

[gaji]
card = "willow-lightning"
suit = "willow"
ruling = "gaji-what"
source = "KD85"
label = "rulebook"

# `said` is what the foot of a pad says of a value: after “We” with `says_we`, and with `of_bonuses` only where
# bonuses are played. `brings` says of which suit the Gaji brings cards, `declaring` that yaku have to be declared.
[[option]]
id = "bonus"
title = "Bonuses are added"
default = "after-floor"
of_bonuses = true
says_we = true
values = [
    { value = "after-floor", words = "after the floor is taken off", said = "add bonuses after the floor" },
    { value = "before-floor", words = "before the floor is taken off", said = "add bonuses before the floor" },
]
ruling = "bonus-before-or-after"
source = "KD85"
label = "silent"

[[option]]
id = "declare"
title = "Sakura yaku must be announced"
default = true
of_bonuses = true
says_we = true
values = [
    { value = true, declaring = true, words = "only announced ones count", said = "announce Sakura yaku" },
    { value = false, words = "every complete one counts", said = "announce no yaku" },
]
ruling = "declare"
source = "KD85"
label = "rulebook"

[[option]]
id = "gaji"
title = "Gaji, the wild card"
default = "off"
says_we = true
values = [
    { value = "off", words = "the lightning card is plain chaff", said = "play without Gaji" },
    { value = "kwado", brings = "own", words = "wild; its side gets the willow cards left over", said = "play Gaji for the willow left over" },
    { value = "sakura", brings = "taken", words = "wild; its side gets the cards left over of the month that it took", said = "play Gaji for the month that it takes" },
]
ruling = "gaji-what"
source = "KD85, SAK"
label = "rulebook"

[[option]]
id = "tie"
title = "Two sides ahead with equal totals"
default = "share"
values = [
    { value = "share", words = "share the win", said = "equal totals share the win" },
    { value = "play-on", words = "play on until one leads", said = "equal totals play on" },
]
ruling = "exact-tie"
source = "KD85"
label = "silent"

[[option]]
id = "dealer"
title = "The next round is dealt by"
default = "most-points"
values = [
    { value = "most-points", words = "the side with the most points in the round", said = "the best of a round deals next" },
    { value = "left", words = "the player on the dealer''s left", said = "the deal passes to the left" },
    { value = "fixed", words = "the same player all evening", said = "one player deals all evening" },
]
ruling = "next-dealer"
source = "KD85, SAK, MH25"
label = "tradition"

# Bonuses, all optional, agreed before the game.
[[yaku]]
id = "four-iris"
name = "Four irises"
tag = "4 irises"
all_of = "suit-iris"
points = 30
source = "KD85"
label = "rulebook"

[[yaku]]
id = "four-maple"
name = "Four maples"
tag = "4 maples"
all_of = "suit-maple"
points = 30
source = "KD85"
label = "rulebook"

[[yaku]]
id = "four-willow"
name = "Four willows"
tag = "4 willows"
all_of = "suit-willow"
points = 30
source = "KD85"
label = "rulebook"

[[yaku]]
id = "five-brights"
name = "Five brights"
tag = "5 brights"
all_of = "brights"
points = 100
source = "KD85"
label = "rulebook"

[[yaku]]
id = "dragon"
name = "Dragon bonus"
tag = "Dragon"
all_of = ["paulownia-phoenix"]
points = 25
source = "KD85"
label = "rulebook"

[[yaku]]
id = "sakura-1"
name = "Sakura 1 (crane, warbler, curtain)"
all_of = ["pine-crane", "plum-warbler", "cherry-curtain"]
points = 30
declaring = true
source = "KD85"
label = "rulebook"

[[yaku]]
id = "sakura-2"
name = "Sakura 2 (curtain, moon, cup)"
all_of = ["cherry-curtain", "susuki-moon", "chrysanthemum-cup"]
points = 30
declaring = true
source = "KD85"
label = "rulebook"

[[yaku]]
id = "sakura-3"
name = "Sakura 3 (butterflies, cup, deer)"
all_of = ["peony-butterflies", "chrysanthemum-cup", "maple-deer"]
points = 30
declaring = true
source = "KD85"
label = "rulebook"

[[yaku]]
id = "sakura-4"
name = "Sakura 4 (boar, geese, deer)"
all_of = ["clover-boar", "susuki-geese", "maple-deer"]
points = 30
declaring = true
source = "KD85"
label = "rulebook"

[[yaku]]
id = "sakura-5"
name = "Sakura 5 (cuckoo, bridge, boar)"
all_of = ["wisteria-cuckoo", "iris-bridge", "clover-boar"]
points = 30
declaring = true
source = "KD85"
label = "rulebook"

[[yaku]]
id = "sakura-6"
name = "Sakura 6 (grass ribbons)"
all_of = "grass-ribbons"
points = 30
declaring = true
source = "KD85"
label = "rulebook"

[[yaku]]
id = "sakura-7"
name = "Sakura 7 (blue ribbons)"
all_of = "blue-ribbons"
points = 30
declaring = true
source = "KD85"
label = "rulebook"

[[yaku]]
id = "sakura-8"
name = "Sakura 8 (poetry ribbons)"
all_of = "poetry-ribbons"
points = 30
declaring = true
source = "KD85"
label = "rulebook"

# The ladder for learners; its last step, all, is ours.
[[preset]]
id = "none"
words = "no bonuses"
yaku = []
source = "KD85"
label = "rulebook"

[[preset]]
id = "month"
title = "Learner"
words = "yaku of iris, maple and willow"
yaku = ["four-iris", "four-maple", "four-willow"]
source = "KD85"
label = "rulebook"

[[preset]]
id = "ribbons"
title = "Standard"
words = "month and ribbon yaku"
yaku = ["four-iris", "four-maple", "four-willow", "sakura-6", "sakura-7", "sakura-8"]
source = "KD85"
label = "rulebook"

[[preset]]
id = "all"
title = "Everything"
words = "every bonus in the rules"
yaku = [
    "four-iris",
    "four-maple",
    "four-willow",
    "five-brights",
    "dragon",
    "sakura-1",
    "sakura-2",
    "sakura-3",
    "sakura-4",
    "sakura-5",
    "sakura-6",
    "sakura-7",
    "sakura-8",
]
source = "KD85"
label = "house"
');
INSERT INTO "rule_set" VALUES('472c59d87b8bfcce828e63f60a473561b2e36ed7e573b26c8215b85d6fab4876','# Kwa-Dō, the booklet of 1982
# Facts: kwado.md. Every number has its source and its label (rulebook, tradition, silent, inferred, house).

id = "kwado-1982"
name = "Kwa-Dō (1982)"
game = "Kwa-Dō"
hint = "The older booklet: 2 to 4 players, fewer bonuses."
month_order = "korean"
# The hand that stands for the game; the card in its middle stands for it where one is enough.
emblem = ["iris-bridge", "paulownia-phoenix", "willow-lightning"]
source = "KD82"
label = "rulebook"
# Our default: the whole table of bonuses. Every one of them is optional.
default_preset = "all"

# Who may play, and into how many sides they may form. Partners sit opposite each other, so that the seats
# go round the sides in turn.
[[sides]]
players = 2
sides = [2]
source = "KD82"
label = "rulebook"

[[sides]]
players = 3
sides = [3]
source = "KD82"
label = "rulebook"

[[sides]]
players = 4
sides = [4, 2]
source = "KD82"
label = "rulebook"

# The draw pile is what is left: as long as the hands together.
[[deal]]
players = 2
hand = 10
field = 8
source = "KD82"
label = "inferred"

[[deal]]
players = 3
hand = 7
field = 6
source = "KD82"
label = "inferred"

[[deal]]
players = 4
hand = 5
field = 8
source = "KD82"
label = "inferred"

[turn]
starts = "left-of-dealer"
direction = "clockwise"
source = "KD82"
label = "inferred"

[[value]]
id = "brights"
name = "bright"
cards = "brights"
points = 20
source = "KD82"
label = "inferred"

[[value]]
id = "animals"
name = "animal"
cards = "animals"
points = 10
source = "KD82"
label = "inferred"

[[value]]
id = "ribbons"
name = "ribbon"
cards = "ribbons"
points = 5
source = "KD82"
label = "inferred"

[[value]]
id = "chaff"
name = "chaff"
cards = "chaff"
points = 0
source = "KD82"
label = "inferred"

[[method]]
id = "A"
name = "the floor method"
settlement = "above-floor"
target = 200
ruling = "method-a"
source = "KD82"
label = "inferred"

[[method]]
id = "B"
name = "the easy method"
settlement = "card-points"
# Ours: the booklet leaves the target to the table.
proposed_target = 500
ruling = "method-b"
source = "KD82"
label = "inferred"

[gaji]
card = "willow-lightning"
suit = "willow"
ruling = "gaji-what"
source = "KD82"
label = "inferred"

# `said` is what the foot of a pad says of a value: after “We” with `says_we`, and with `of_bonuses` only where
# bonuses are played. `brings` says of which suit the Gaji brings cards, `declaring` that yaku have to be declared.
[[option]]
id = "bonus"
title = "Bonuses are added"
default = "after-floor"
of_bonuses = true
says_we = true
values = [
    { value = "after-floor", words = "after the floor is taken off", said = "add bonuses after the floor" },
    { value = "before-floor", words = "before the floor is taken off", said = "add bonuses before the floor" },
]
ruling = "bonus-before-or-after"
source = "KD82"
label = "silent"

[[option]]
id = "gaji"
title = "Gaji, the wild card"
default = "off"
says_we = true
values = [
    { value = "off", words = "the lightning card is plain chaff", said = "play without Gaji" },
    { value = "kwado", brings = "own", words = "wild; its side gets the willow cards left over", said = "play Gaji for the willow left over" },
    { value = "sakura", brings = "taken", words = "wild; its side gets the cards left over of the month that it took", said = "play Gaji for the month that it takes" },
]
ruling = "gaji-what"
source = "KD82, SAK"
label = "inferred"

[[option]]
id = "tie"
title = "Two sides ahead with equal totals"
default = "share"
values = [
    { value = "share", words = "share the win", said = "equal totals share the win" },
    { value = "play-on", words = "play on until one leads", said = "equal totals play on" },
]
ruling = "exact-tie"
source = "KD82"
label = "silent"

[[option]]
id = "dealer"
title = "The next round is dealt by"
default = "most-points"
values = [
    { value = "most-points", words = "the side with the most points in the round", said = "the best of a round deals next" },
    { value = "left", words = "the player on the dealer''s left", said = "the deal passes to the left" },
    { value = "fixed", words = "the same player all evening", said = "one player deals all evening" },
]
ruling = "next-dealer"
source = "KD82, SAK, MH25"
label = "tradition"

# Bonuses, all optional, agreed before the game.
[[yaku]]
id = "four-iris"
name = "Four irises"
tag = "4 irises"
all_of = "suit-iris"
points = 30
source = "KD82"
label = "inferred"

[[yaku]]
id = "four-maple"
name = "Four maples"
tag = "4 maples"
all_of = "suit-maple"
points = 30
source = "KD82"
label = "inferred"

[[yaku]]
id = "four-willow"
name = "Four willows"
tag = "4 willows"
all_of = "suit-willow"
points = 30
source = "KD82"
label = "inferred"

[[yaku]]
id = "five-brights"
name = "Five brights"
tag = "5 brights"
all_of = "brights"
points = 100
source = "KD82"
label = "inferred"

[[yaku]]
id = "dragon"
name = "Dragon bonus"
tag = "Dragon"
all_of = ["paulownia-phoenix"]
points = 25
source = "KD82"
label = "inferred"

[[yaku]]
id = "sakura-8"
name = "Sakura 8 (poetry ribbons)"
all_of = "poetry-ribbons"
points = 30
source = "KD82"
label = "rulebook"

# The ladder for learners as far as this edition can have it.
[[preset]]
id = "none"
words = "no bonuses"
yaku = []
source = "KD82"
label = "inferred"

[[preset]]
id = "month"
title = "Learner"
words = "yaku of iris, maple and willow"
yaku = ["four-iris", "four-maple", "four-willow"]
source = "KD82"
label = "inferred"

[[preset]]
id = "all"
title = "Everything"
words = "every bonus in the rules"
yaku = [
    "four-iris",
    "four-maple",
    "four-willow",
    "five-brights",
    "dragon",
    "sakura-8",
]
source = "KD82"
label = "house"
');
CREATE UNIQUE INDEX round_key ON round (game_id, "key");
CREATE UNIQUE INDEX game_place ON game (table_id, number);
COMMIT;
