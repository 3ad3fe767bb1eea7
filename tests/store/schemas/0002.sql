BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
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
	again_of INTEGER, deck TEXT CONSTRAINT game_deck CHECK (deck in ('korean', 'japanese')), 
	PRIMARY KEY (id), 
	CONSTRAINT game_edit_hash UNIQUE (edit_hash), 
	CONSTRAINT game_view_hash UNIQUE (view_hash), 
	CONSTRAINT game_ended CHECK (ended in (0, 1)), 
	CONSTRAINT game_first_dealer CHECK (first_dealer between 0 and 6), 
	CONSTRAINT game_counts CHECK (revision >= 1 and last_serial >= round_count and round_count >= 0), 
	FOREIGN KEY(rule_set_digest) REFERENCES rule_set (digest), 
	FOREIGN KEY(again_of) REFERENCES game (id) ON DELETE SET NULL
);
INSERT INTO "game" VALUES(1,'2fbb4c5eca46d80112ebeaa12817cc4f07a0a0b52276dad577f90f949ee2e3e8','5e24d90592d15a59e92535de8e70a307456abf6bfe47e992398b74afe6072108','kwado-1985','69182a64f2a90ec99cb0cabfbbd7268dc3a533f5071a55686bb3e661124fd6d8','["Ann","Ben"]','[["Ann",[0]],["Ben",[1]]]',0,'[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}],[5,{"method":"A","target":300,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]',1,16,5,4,16,NULL,2668,1795353872352,1795353872475,NULL,'japanese');
INSERT INTO "game" VALUES(2,'88b7a2fb1200b3c791d11073ab29053feb12865be0370a4b3334a66805a72c4e','8debdaee8515c22523572c6d47b18500bd3d8f3b65283b504c7e2bee96c41108','kwado-1982','8263cb822d604c7394797d703387b51f0c58e2e130b952bcda9c107df6c41178','["Ann","Bén","金","D''é‍"]','[["Ann & 金",[0,2]],["Others",[1,3]]]',2,'[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","gaji":"kwado","tie":"share","dealer":"most-points"}]]',0,2,1,1,2,NULL,322,1795353872492,1795353872494,1,'japanese');
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
	CONSTRAINT journal_kind CHECK (kind in ('start', 'add', 'correct', 'remove', 'restore', 'options', 'options-for-all', 'end', 'resume', 'return', 'undo', 'redo', 'links', 'deck')), 
	FOREIGN KEY(game_id) REFERENCES game (id)
);
INSERT INTO "journal" VALUES(1,1,'start',NULL,NULL,'{}','{"periods":[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]],"ended":false}',1795353872352);
INSERT INTO "journal" VALUES(1,2,'add',NULL,NULL,'{"rounds":{"1":null}}','{"rounds":{"1":{"points":{"Ann":{"card_points":100,"yaku":[]},"Ben":{"card_points":140,"yaku":[]}}}}}',1795353872367);
INSERT INTO "journal" VALUES(1,3,'add',NULL,2,'{"rounds":{"2":null}}','{"rounds":{"2":{"points":{"Ann":{"card_points":120,"yaku":[]},"Ben":{"card_points":120,"yaku":[]}}}}}',1795353872376);
INSERT INTO "journal" VALUES(1,4,'add',NULL,3,'{"rounds":{"3":null}}','{"rounds":{"3":{"points":{"Ann":{"card_points":140,"yaku":[]},"Ben":{"card_points":100,"yaku":[]}}}}}',1795353872380);
INSERT INTO "journal" VALUES(1,5,'add',NULL,4,'{"rounds":{"4":null}}','{"rounds":{"4":{"points":{"Ann":{"card_points":160,"yaku":[]},"Ben":{"card_points":80,"yaku":[]}}}}}',1795353872388);
INSERT INTO "journal" VALUES(1,6,'correct',NULL,5,'{"rounds":{"2":{"points":{"Ann":{"card_points":120,"yaku":[]},"Ben":{"card_points":120,"yaku":[]}}}}}','{"rounds":{"2":{"points":{"Ann":{"card_points":130,"yaku":[]},"Ben":{"card_points":110,"yaku":[]}}}}}',1795353872399);
INSERT INTO "journal" VALUES(1,7,'remove',NULL,6,'{"rounds":{"3":{"points":{"Ann":{"card_points":140,"yaku":[]},"Ben":{"card_points":100,"yaku":[]}}}}}','{"rounds":{"3":null}}',1795353872409);
INSERT INTO "journal" VALUES(1,8,'undo',7,NULL,'{"rounds":{"3":null}}','{"rounds":{"3":{"points":{"Ann":{"card_points":140,"yaku":[]},"Ben":{"card_points":100,"yaku":[]}}}}}',1795353872423);
INSERT INTO "journal" VALUES(1,9,'redo',7,NULL,'{"rounds":{"3":{"points":{"Ann":{"card_points":140,"yaku":[]},"Ben":{"card_points":100,"yaku":[]}}}}}','{"rounds":{"3":null}}',1795353872436);
INSERT INTO "journal" VALUES(1,10,'deck',NULL,7,'{"deck":null}','{"deck":"japanese"}',1795353872442);
INSERT INTO "journal" VALUES(1,11,'options',NULL,10,'{"periods":[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]}','{"periods":[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}],[5,{"method":"A","target":300,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]}',1795353872447);
INSERT INTO "journal" VALUES(1,12,'add',NULL,11,'{"rounds":{"5":null}}','{"rounds":{"5":{"points":{"Ann":{"card_points":180,"yaku":[]},"Ben":{"card_points":60,"yaku":[]}}}}}',1795353872460);
INSERT INTO "journal" VALUES(1,13,'options-for-all',NULL,12,'{"periods":[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}],[5,{"method":"A","target":300,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]}','{"periods":[[1,{"method":"B","target":500,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]}',1795353872464);
INSERT INTO "journal" VALUES(1,14,'links',NULL,NULL,'{}','{}',1795353872469);
INSERT INTO "journal" VALUES(1,15,'undo',13,NULL,'{"periods":[[1,{"method":"B","target":500,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]}','{"periods":[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}],[5,{"method":"A","target":300,"yaku":"all","bonus":"after-floor","declare":true,"gaji":"off","tie":"share","dealer":"most-points"}]]}',1795353872472);
INSERT INTO "journal" VALUES(1,16,'end',NULL,12,'{"ended":false}','{"ended":true}',1795353872475);
INSERT INTO "journal" VALUES(2,1,'start',NULL,NULL,'{}','{"periods":[[1,{"method":"A","target":200,"yaku":"all","bonus":"after-floor","gaji":"kwado","tie":"share","dealer":"most-points"}]],"ended":false,"deck":"japanese"}',1795353872492);
INSERT INTO "journal" VALUES(2,2,'add',NULL,NULL,'{"rounds":{"1":null}}','{"rounds":{"1":{"captured":{"Ann & 金":["pine-crane","willow-lightning"],"Others":"rest"},"gaji":{"by":"Ann & 金","took":"maple-deer"}}}}',1795353872494);
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
INSERT INTO "round" VALUES(1,1,'test-key-000001','{"points":{"Ann":{"card_points":100,"yaku":[]},"Ben":{"card_points":140,"yaku":[]}}}',1,2,2,1795353872367);
INSERT INTO "round" VALUES(1,2,'test-key-000002','{"points":{"Ann":{"card_points":130,"yaku":[]},"Ben":{"card_points":110,"yaku":[]}}}',1,3,6,1795353872376);
INSERT INTO "round" VALUES(1,3,'test-key-000003','{"points":{"Ann":{"card_points":140,"yaku":[]},"Ben":{"card_points":100,"yaku":[]}}}',0,4,9,1795353872380);
INSERT INTO "round" VALUES(1,4,'test-key-000004','{"points":{"Ann":{"card_points":160,"yaku":[]},"Ben":{"card_points":80,"yaku":[]}}}',1,5,5,1795353872388);
INSERT INTO "round" VALUES(1,5,'test-key-000005','{"points":{"Ann":{"card_points":180,"yaku":[]},"Ben":{"card_points":60,"yaku":[]}}}',1,12,12,1795353872460);
INSERT INTO "round" VALUES(2,1,'test-key-000006','{"captured":{"Ann & 金":["pine-crane","willow-lightning"],"Others":"rest"},"gaji":{"by":"Ann & 金","took":"maple-deer"}}',1,2,2,1795353872494);
CREATE TABLE rule_set (
	digest TEXT NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (digest)
);
INSERT INTO "rule_set" VALUES('69182a64f2a90ec99cb0cabfbbd7268dc3a533f5071a55686bb3e661124fd6d8','# Kwa-Dō, the rule sheet of 1985
# Facts: kwado.md. Every number has its source and its label (rulebook, tradition, silent, inferred, house).

id = "kwado-1985"
name = "Kwa-Dō (1985)"
game = "Kwa-Dō"
month_order = "korean"
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
title = "Sakura yaku are declared"
default = true
of_bonuses = true
says_we = true
values = [
    { value = true, declaring = true, words = "only a declared one counts", said = "declare Sakura yaku" },
    { value = false, words = "every complete one counts", said = "declare no yaku" },
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
all_of = "suit-iris"
points = 30
source = "KD85"
label = "rulebook"

[[yaku]]
id = "four-maple"
name = "Four maples"
all_of = "suit-maple"
points = 30
source = "KD85"
label = "rulebook"

[[yaku]]
id = "four-willow"
name = "Four willows"
all_of = "suit-willow"
points = 30
source = "KD85"
label = "rulebook"

[[yaku]]
id = "five-brights"
name = "Five brights"
all_of = "brights"
points = 100
source = "KD85"
label = "rulebook"

[[yaku]]
id = "dragon"
name = "Dragon bonus"
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
words = "the three month yaku"
yaku = ["four-iris", "four-maple", "four-willow"]
source = "KD85"
label = "rulebook"

[[preset]]
id = "ribbons"
words = "month and ribbon yaku"
yaku = ["four-iris", "four-maple", "four-willow", "sakura-6", "sakura-7", "sakura-8"]
source = "KD85"
label = "rulebook"

[[preset]]
id = "all"
words = "every bonus of the booklet"
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
INSERT INTO "rule_set" VALUES('8263cb822d604c7394797d703387b51f0c58e2e130b952bcda9c107df6c41178','# Kwa-Dō, the booklet of 1982
# Facts: kwado.md. Every number has its source and its label (rulebook, tradition, silent, inferred, house).

id = "kwado-1982"
name = "Kwa-Dō (1982)"
game = "Kwa-Dō"
month_order = "korean"
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
all_of = "suit-iris"
points = 30
source = "KD82"
label = "inferred"

[[yaku]]
id = "four-maple"
name = "Four maples"
all_of = "suit-maple"
points = 30
source = "KD82"
label = "inferred"

[[yaku]]
id = "four-willow"
name = "Four willows"
all_of = "suit-willow"
points = 30
source = "KD82"
label = "inferred"

[[yaku]]
id = "five-brights"
name = "Five brights"
all_of = "brights"
points = 100
source = "KD82"
label = "inferred"

[[yaku]]
id = "dragon"
name = "Dragon bonus"
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
words = "the three month yaku"
yaku = ["four-iris", "four-maple", "four-willow"]
source = "KD82"
label = "inferred"

[[preset]]
id = "all"
words = "every bonus of the booklet"
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
COMMIT;
