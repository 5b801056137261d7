insert into audit.account (user_id, level, status, deleted, registered_at, version, "position") overriding system value values
  ('0231f86f-ca8e-4a20-9e94-1c88962c3b87', 'Admin', 'Active', 'false', '2026-03-02 15:28:00+00', '1', '74'),
  ('40055feb-8ae3-4270-94e7-c9625dad7d15', 'Admin', 'Active', 'false', '2026-03-02 08:07:00+00', '1', '1'),
  ('6652365e-027e-4ebb-aa90-e0828d120d03', 'Customer', 'Banned', 'false', '2026-03-02 08:35:00+00', '3', '71'),
  ('93c7b54a-ac68-4e0c-87ea-13ecc3a9d472', 'Agent', 'Active', 'false', '2026-03-02 12:33:00+00', '1', '46'),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', 'Agent', 'Active', 'false', '2026-03-02 08:21:00+00', '3', '72'),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', 'Customer', 'Active', 'false', '2026-03-02 08:28:00+00', '2', '73');
insert into audit.amount (amount, "position") overriding system value values
  ('-40', '28'),
  ('-500', '13'),
  ('-500', '14'),
  ('-500', '15'),
  ('-500', '16'),
  ('-500', '17'),
  ('-500', '26'),
  ('100', '27'),
  ('1250', '48'),
  ('1500', '59'),
  ('2000', '79'),
  ('20000', '10'),
  ('20000', '11'),
  ('20000', '12'),
  ('440', '29'),
  ('500', '30'),
  ('6000', '34'),
  ('7000', '53');
insert into audit.approval (id, request, requested_by, requested_at, status, decided_by, decided_at, version, "position") overriding system value values
  ('52f04896-9924-4830-8563-102dd0172cd5', '{"kind": "correction", "user": "a37e5258-18a1-423d-9f7c-c456b873469c", "amount": 2000, "reason": "large", "corrects": null}', '40055feb-8ae3-4270-94e7-c9625dad7d15', '2026-03-02 15:42:00+00', 'approved', '0231f86f-ca8e-4a20-9e94-1c88962c3b87', '2026-03-02 15:49:00+00', '2', '78'),
  ('9f609f65-8ba5-4216-868f-6abb089432e0', '{"kind": "correction", "user": "a37e5258-18a1-423d-9f7c-c456b873469c", "amount": 2000, "reason": "large", "corrects": null}', '40055feb-8ae3-4270-94e7-c9625dad7d15', '2026-03-02 15:56:00+00', 'declined', '0231f86f-ca8e-4a20-9e94-1c88962c3b87', '2026-03-02 16:03:00+00', '2', '81');
insert into audit.daily_total (list, day, status, count, value, "position") overriding system value values
  ('order', '2026-03-02', 'completed', '1', '500', '24'),
  ('order', '2026-03-02', 'pending', '1', '500', '29'),
  ('order', '2026-03-02', 'processing', '2', '1000', '30'),
  ('order', '2026-03-02', 'rejected', '2', '1000', '30'),
  ('order', '2026-03-02', 'removed completed', '1', '500', '25'),
  ('order', '2026-03-02', 'removed rejected', '1', '500', '39'),
  ('topup', '2026-03-02', 'approved', '2', '13000', '53'),
  ('topup', '2026-03-02', 'declined', '1', '6000', '36'),
  ('topup', '2026-03-02', 'pending', '1', '6000', '53'),
  ('topup', '2026-03-02', 'removed declined', '1', '6000', '37');
insert into audit.house_account (name, balance, "position") overriding system value values
  ('corrections', '-63560', '79'),
  ('fees', '-157', '60'),
  ('momo', '-3500', '69'),
  ('opening', '-1250', '48'),
  ('owner', '-3000', '69'),
  ('paystack', '-6863', '67'),
  ('sales', '2060', '30'),
  ('suspense', '500', '68'),
  ('telecel', '20', '61');
insert into audit.log_block (block, events, sum) overriding system value values
  ('0', '81', '18163461464324346118');
insert into audit."order" (id, user_id, amount, charged_at, refunded_at, created_at, action_at, "position", version, hidden, status, product_id, package_id, network, offer, reason, supplier_batch) overriding system value values
  ('1', 'a37e5258-18a1-423d-9f7c-c456b873469c', '500', '13', null, '2026-03-02 09:03:00+00', '2026-03-02 10:06:00+00', '25', '4', 'true', 'completed', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, null),
  ('2', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '500', '14', '30', '2026-03-02 09:10:00+00', '2026-03-02 10:48:00+00', '39', '4', 'true', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, null),
  ('3', 'a37e5258-18a1-423d-9f7c-c456b873469c', '500', '15', null, '2026-03-02 09:17:00+00', '2026-03-02 09:52:00+00', '21', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, '1'),
  ('4', '6652365e-027e-4ebb-aa90-e0828d120d03', '500', '16', null, '2026-03-02 09:24:00+00', '2026-03-02 09:52:00+00', '22', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, '1'),
  ('5', 'a37e5258-18a1-423d-9f7c-c456b873469c', '500', '17', null, '2026-03-02 09:31:00+00', null, '17', '1', 'false', 'pending', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, null),
  ('6', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '500', '26', '29', '2026-03-02 10:20:00+00', '2026-03-02 10:41:00+00', '29', '2', 'false', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', 'no stock', null);
insert into audit.payment (id, user_id, amount, fee, topup_id, received, received_at, action_at, "position", version, disputed, rail, status, transaction, reason) overriding system value values
  ('2aa0658f-7dec-4c39-a381-dab73acc0f08', 'a37e5258-18a1-423d-9f7c-c456b873469c', '6000', null, '10001', '62', '2026-03-02 13:50:00+00', '2026-03-02 13:57:00+00', '63', '2', 'false', 'momo', 'matched', '2aa0658f', null),
  ('93a8bc3a-fade-48b7-946d-abf384916d68', null, '900', null, null, '66', '2026-03-02 14:18:00+00', '2026-03-02 14:25:00+00', '67', '2', 'false', 'paystack', 'reversed', '93a8bc3a', null),
  ('bd1d1a5f-7f14-4ae5-90cf-13f0fcbb0d84', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '1500', '20', null, '56', '2026-03-02 13:15:00+00', '2026-03-02 13:43:00+00', '61', '5', 'false', 'telecel', 'reversed', 'bd1d1a5f', null),
  ('c3d66cc3-9094-429c-b56c-e6f1d29101ac', null, '800', null, null, '64', '2026-03-02 14:04:00+00', '2026-03-02 14:11:00+00', '65', '2', 'false', 'momo', 'returned', 'c3d66cc3', 'not for us'),
  ('ceb4f421-71cf-42f1-9d96-ac4018fd2102', null, '500', null, null, '68', '2026-03-02 14:32:00+00', null, '68', '1', 'false', 'momo', 'received', 'ceb4f421', null),
  ('e078ea4b-1d7b-4ab3-a524-f60d4d001ff8', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '7000', '137', '10004', '50', '2026-03-02 12:47:00+00', '2026-03-02 12:54:00+00', '55', '5', 'false', 'paystack', 'matched', 'e078ea4b', null);
insert into audit.product (id, network, status, note, image, packages, version, "position") overriding system value values
  ('mtn', 'MTNup2u', 'out of stock', '', null, '[{"id": "mtn-0", "agent": 450, "offer": "1 GB", "customer": 500, "superAgent": 400}, {"id": "mtn-1", "agent": 550, "offer": "2 GB", "customer": 600, "superAgent": 500}, {"id": "mtn-2", "agent": 650, "offer": "5 GB", "customer": 700, "superAgent": 600}, {"id": "mtn-3", "agent": 750, "offer": "10 GB", "customer": 800, "superAgent": 700}]', '2', '40');
insert into audit.reversal (entry, reversed, "position") overriding system value values
  ('14', '500', '30'),
  ('26', '500', '29'),
  ('27', '-40', '28');
insert into audit.sales_by_day (user_id, day, status, count, value, "position") overriding system value values
  ('6652365e-027e-4ebb-aa90-e0828d120d03', '2026-03-02', 'pending', '0', '0', '22'),
  ('6652365e-027e-4ebb-aa90-e0828d120d03', '2026-03-02', 'processing', '1', '500', '22'),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', '2026-03-02', 'completed', '1', '500', '24'),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', '2026-03-02', 'pending', '1', '500', '21'),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', '2026-03-02', 'processing', '1', '500', '24'),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', '2026-03-02', 'removed completed', '1', '500', '25'),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', '2026-03-02', 'pending', '0', '0', '29'),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', '2026-03-02', 'processing', '0', '0', '30'),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', '2026-03-02', 'rejected', '2', '1000', '30'),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', '2026-03-02', 'removed rejected', '1', '500', '39');
insert into audit.settings (id, notice, momo_phone_number, momo_account_name, support_group, support_chat, correction_limit, admin_phone, card_number, templates, version, "position", topup_limit, admin_factor, step_up, supplier_batches, supplier_layouts) overriding system value values
  ('true', E'closed   on “Sunday” \\ ☎', '0244000000', 'Shop', 'https://x.example/g', '', '1000', '0244000001', 'whole', '{"order_placed": "New: {reference}", "topup_approved": "Approved: {amount}"}', '10', '76', null, 'false', 'false', '1', '{"MTNup2u": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}, {"cell": "name", "title": "Name"}, {"cell": "phone", "title": "Phone"}, {"cell": "card", "title": "Card"}, {"cell": "date of birth", "title": "Date of birth"}, {"cell": "location", "title": "Location"}]}}');
insert into audit.state (id, "position", hash, recorded_at, orders_placed, commands, commands_sum) overriding system value values
  ('true', '81', E'\\xfd9d78075271e0043820af075c871b339e2e499bb441cd2db93c58bb3da7a96e', '2026-03-02 16:03:00+00', '6', '67', '63453867187568773318');
insert into audit.topup (id, user_id, amount, credited_at, created_at, action_at, "position", version, hidden, purpose, status, momo_transaction_id, reason, payment) overriding system value values
  ('10001', 'a37e5258-18a1-423d-9f7c-c456b873469c', '6000', '34', '2026-03-02 10:55:00+00', '2026-03-02 11:16:00+00', '63', '2', 'false', 'topup', 'approved', 'm10001', null, '2aa0658f-7dec-4c39-a381-dab73acc0f08'),
  ('10002', 'a37e5258-18a1-423d-9f7c-c456b873469c', '6000', null, '2026-03-02 11:02:00+00', '2026-03-02 11:23:00+00', '37', '3', 'true', 'topup', 'declined', 'm10002', null, null),
  ('10003', 'a37e5258-18a1-423d-9f7c-c456b873469c', '6000', null, '2026-03-02 11:09:00+00', null, '33', '1', 'false', 'topup', 'pending', 'm10003', null, null),
  ('10004', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '7000', '53', '2026-03-02 12:40:00+00', '2026-03-02 12:54:00+00', '53', '2', 'false', 'topup', 'approved', null, null, 'e078ea4b-1d7b-4ab3-a524-f60d4d001ff8');
insert into audit.tree_block (index, leaves, root) overriding system value values
  ('0', E'\\xc2d42ac90c1d4416ff19d06bcd2f6c779ea83f98868159db6cbf88c66b81061a8c6318c82ed2f91c846e1e2e56908f6d105e510073d88a7137ed82767edcc3c348d29509b44f4d4ef38389f172ba6fce8bbd9b0fc701a29d27f4d68d849bb72b99c16e5ec7d7a33ae42c5f033ab6700a1ec9d80a5a5be2e0e3609e1d64c407d56d82b2181b3d9452468d48038eb3321ea0d3d65b14720032bb8f77c63e9a17389095c225342e056af72df0d08e05628ca64fc73d6e6e90c6a50bcbd68518817f780213652a82acf0f7fb3ef1a32985e145c600ed3e5ca0fa37fda3849be631488c1c7834f9ced8a5e14cc1154783655c36304d9add4dc1a08127ea14ee42b02b9581495957f9fb7df61a1d522a1b609cbf8d84bf9d91ec877ebe128a7a6a3cca9937f2329dedb459bbb8acf7f63f469e1148f503243124b86a66c2d86619d31241b7cc057950f5c03c40fd3e6b8e0d3bc423f37d3ab5ceff225b6300e5e7b66c36fb115fe53abd5b99a4ed5a840a0a5fc2bc693a177829affbc94af34b322086c63f70fbc35c98adabab56c8d37503edb53e713b2689161d019e0e0d5e403920b2c44e642b07a2917c29c87f1c8863f629652279aa29ddaaf8db6b88e827386504c93da4e59634fb20b4034e2eebf8398dede892c9bbade0c47bf0ea2316475f81b492efb62ab6c6ecb6b6cf5bc3c37ff5820a2ee96eec239eb5f0c25eeee3c7d825dc079849b8c7996d85cf5f7fb4b148d07460429961a4d7e7d4d4d4406a94cf2d76a2d3f1776d95cb87a503193bf24b63ced4a836f705ca4cbe7fd886fa1dacebb2aaf16a4e96e611d2522b8626c28344c076ed4e7214e52af7b716fdd96d16c462696c57b0504aee460e00ef377f93854bbaab3b15d5c58b1468095b515e293c22bb308cfc64fbd453086bb95dff59e0015e559736bc1dc83b162c1c9375d32ef0ce94a96b5276eb1397876caae76a7d927bcb0fbcb75232a0b2b7eae31097405ba31ec24ae24118ff519e1c51fa3731895671d61edd4dfb71dd6241b1eab312400b37ced288f0c1767e0c1836d572cfc9a57e2d19cdc7b01545e6aef29633babc5083c02e8c5d56ec52d33632b52e891ccfbf067b8193846764257d68ade9e57f64f406157a40c7e1ffb47e7f9961c1d4f856015c055788d80b82b95168164f25ba85bf52c5058a56d797931cd152a5b476f901ca92e3107381c9aa3203da499f40841ca5a84096e3e302af267323ea7f5ebd66835ad0d83f48a771ae2d36a1704a8d04c2bcc09b2620badf2b469dbd38b36ed16c3b09000fb005b0e3981f419d0ea524387018456a252da18cb291ac1fba3371ff5e627ff34ad8bf7815a9ec0082dd900d34bdca7d0790bf9da75423ee2d0f5b04bfa87ad5189fba4a9f511e8af627840f5b360ef70032fda75a6f9fa01e5be41bb444701e8f84f02dfd5bc4b4dbd48b29d52d4d2bcab66fc873ff9c0d98fc72e7d22b16785808dc4b5c17bc1e3f5cfc5a4ebdf517342e0b0db6f66a1236c4ba01ff0e75e41edf822a4f2e42d62eb2c9ebde0807b0afc7b10d694ff3885aec7b6c0387dc1316c2131758f9c62db8142770e820f83e1db33ae0dfc7e004df23856129973248ce7c47a3bc8b7a35baab8e916774663af51bad8c62ebe62350c528701ba7f1e6b85ea2d9c10f62ceedeb9b1bb7a0745013940405b6b0d7568a22adf5fc1aec15f4f492ab505551297f4025d89ea001046bc5791c2c9311156ccd50c7508fe265d5015797316cb07ec5d35a7cc7083e142f8ce8af9b9fe2b2b287566d03b734aafbbf831dcc57c6bd51f44a89d907ae48bb984921c465bfd9bac3b28c4c81fbf74e88d6b2314e843e94835e8f7b7d2801abb30f852e2b246ab99255e16ddb07a7e270bf0ed615c227cfad7de589da04084fc682fc37e702b42ede669fb6cbe85716a5d70d4bf11e84eab1b2f90f1d451b79c3c1b30d6ec3d61db794c2a8d4af0bda00e2f46635d5be2633e1c6bdd4519b1b53b16a0c48c32ff3c5a86f33a2a980e8fda0ec33a554b16c6b0ba4e32ce71c73a093faf7f83c1ede62c5acb6e70b09dc6f81b7ff3385940152f28577c9dadda64f5d2171f85a615f6b664d8ec3b82b2edd80fd3df2426aca71a707651fb8fd02dd59a4aa0bdd76316022361c55338e4e657e15697c0b883705f343d726394d26f4e73ca44caed85635c0630b8f30a444f6667688b747129a069b51d8fd2b5a420c1481b0be0a4a9126db0a5ebc4588aa143f35218d73b42a867481b54baf90e604d866d23468b379d889faf0c0b67bfa3f343375d1cb076b2522514cfe446a34874d6ce923e04c04be2714cf158d941f780aaa5c17b80356bc213dee359332087ccc1d4f11e9d61016c738bda5b54e96296f509124305298f3783804a27892b535e12e1bc6bc9a7f3228ef3e7ade294d294c5ca0aefdb8bb3c1ee91abd20c865d5e7d7ad927d50c781770016b09c766e0f38bc8c22efe946e4afd9937a3c5e50f7f6524eb222e0cd2fa91c04b341a72673c81f6a8d30043edcfaffdd3ee8ad60a2d704473e8c64acf2fff52f6191d064c54ff2e7786903473dfdf20f20522ce4f059ca64895f071340cb98dbd9caac037ccf2601b951e94d2ade884af844799fdb73f5f1ec5526e9e2640e288adb6d8b8889c891b80113f849198a98bb4892186b810c1af908b7fd1d3db7b3393ed5b42fc83fdaf454e38b6372a0f9ff01d30e7c6b3788ed2eb27d2b97fe39bb3d28e6d879fc2d027453f0fb70230f66e36acb70e9636d87a48b2a0e764b9eb2e9460bd06fbb924cea32901a705bb9e1213c4913fdfd402ceba455794a3b24501f1948b6bd054a347997da838e2a0dd9bdcfcc7535c12d894aa1e257456da620e526b986706d86f10519bad90eaca0815e98e52334d96892df05ddfbc554c544229ca0c7f00e0a7ef0ee9d30d536f545797999af0297ead4a017119a17b0f64eb26e60c36b09e960550924931b68ce10d81350220e7a2b25d750281ac772ab9fa6be131f85e622b4a8b8429fb456544deff95aee3ed24e8333888e617a103e817acf3c23634057d04843f08d9971e8eddd2c551df5fb686fc7145eb3186c6699b9574377e86f56e652e88b9a0bfa3878d12d7c98985f53665b08511191ca821e5951895c904ba0d2cc4b2d62785704cf81394b39102b31f2cdac5223d2aeb5c0eaf85f6a439e416baef0d4ba79042ee8037e47ea0c0e83cb193da304aa23d53d7f46001e5a435d316553d6bf20d5ff0250f5ee175bdc719dd29cc29bcd19221228b8d0f8d726782b32e3561b6902470f3633aea17dc444d6a0ddef084774e311bb560fcf4eee3f615ccecf9d8c7c88fbaedcbe845cecb86131ad93525532a6a68416b312c1b3d6245434279c9aaa32d6cd0794ec7996d48ecb1c53792e279e2765bfa8abd5dddca218e72bddbb65b99dd13ccab903f84469743758d05bc9b7be60de519a0ca8c047261f3a75312ed43c855b6808d5480ec95e3335c7ca2415a638aaf21e09a6535ebc76326407fb2644e523646fbddda92cebc9d629b1ce26dd86fccca56978c4109b886c67ee84a3c5cdd0f4566174d72db2b3c0c98a08a9824e62a87fc95c57bf416fe6ee868ad83feb84ac76a9d510f38e03a2e62ebd5ffed7fa69f447856c', null);
insert into audit.tree_wallet (wallet, movements) overriding system value values
  ('6652365e-027e-4ebb-aa90-e0828d120d03', '2'),
  ('93c7b54a-ac68-4e0c-87ea-13ecc3a9d472', '1'),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', '6'),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', '9');
insert into audit.wallet (user_id, balance, version, "position") overriding system value values
  ('0231f86f-ca8e-4a20-9e94-1c88962c3b87', '0', '1', '75'),
  ('40055feb-8ae3-4270-94e7-c9625dad7d15', '0', '1', '2'),
  ('6652365e-027e-4ebb-aa90-e0828d120d03', '19500', '2', '16'),
  ('93c7b54a-ac68-4e0c-87ea-13ecc3a9d472', '1250', '2', '48'),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', '26500', '3', '79'),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', '28500', '5', '59');
insert into ledger.account (user_id, level, status, deleted, registered_at, version, "position") overriding system value values
  ('0231f86f-ca8e-4a20-9e94-1c88962c3b87', 'Admin', 'Active', 'false', '2026-03-02 15:28:00+00', '1', '74'),
  ('40055feb-8ae3-4270-94e7-c9625dad7d15', 'Admin', 'Active', 'false', '2026-03-02 08:07:00+00', '1', '1'),
  ('6652365e-027e-4ebb-aa90-e0828d120d03', 'Customer', 'Banned', 'false', '2026-03-02 08:35:00+00', '3', '71'),
  ('93c7b54a-ac68-4e0c-87ea-13ecc3a9d472', 'Agent', 'Active', 'false', '2026-03-02 12:33:00+00', '1', '46'),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', 'Agent', 'Active', 'false', '2026-03-02 08:21:00+00', '3', '72'),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', 'Customer', 'Active', 'false', '2026-03-02 08:28:00+00', '2', '73');
insert into ledger.approval (id, request, requested_by, requested_at, status, decided_by, decided_at, version, "position") overriding system value values
  ('52f04896-9924-4830-8563-102dd0172cd5', '{"kind": "correction", "user": "a37e5258-18a1-423d-9f7c-c456b873469c", "amount": 2000, "reason": "large", "corrects": null}', '40055feb-8ae3-4270-94e7-c9625dad7d15', '2026-03-02 15:42:00+00', 'approved', '0231f86f-ca8e-4a20-9e94-1c88962c3b87', '2026-03-02 15:49:00+00', '2', '78'),
  ('9f609f65-8ba5-4216-868f-6abb089432e0', '{"kind": "correction", "user": "a37e5258-18a1-423d-9f7c-c456b873469c", "amount": 2000, "reason": "large", "corrects": null}', '40055feb-8ae3-4270-94e7-c9625dad7d15', '2026-03-02 15:56:00+00', 'declined', '0231f86f-ca8e-4a20-9e94-1c88962c3b87', '2026-03-02 16:03:00+00', '2', '81');
insert into ledger.command ("position", id, events, fingerprint, rejection) overriding system value values
  ('1', '2dc89423-1430-41da-84b6-6119a861743f', '2', E'\\xabababababababababababababababab', null),
  ('10', '13c1a7a1-b37c-4913-8f4a-a56c74a16e6a', '1', E'\\xabababababababababababababababab', null),
  ('11', '6cd7ec77-b3cc-4631-8c77-f52dbcc26876', '1', E'\\xabababababababababababababababab', null),
  ('12', 'fe2f2054-1af6-4dd5-b8f8-a55dcf917d9c', '1', E'\\xabababababababababababababababab', null),
  ('13', '453260ab-825e-4263-9b63-a7d075bea6a8', '1', E'\\xabababababababababababababababab', null),
  ('14', 'd715f72c-e1da-4a9d-a40d-740a6da6ae11', '1', E'\\xabababababababababababababababab', null),
  ('15', 'e8a425ca-957a-4127-8651-c0199a3c10c1', '1', E'\\xabababababababababababababababab', null),
  ('16', 'f657f04f-74e9-4129-8600-6f6c1e4f4232', '1', E'\\xabababababababababababababababab', null),
  ('17', 'a2e62719-3ff5-4376-8976-63dc4aa79b4d', '1', E'\\xabababababababababababababababab', null),
  ('18', 'd89e6cb5-6775-4f42-971d-4fdccd903c93', '1', E'\\xabababababababababababababababab', null),
  ('19', '00ebb3db-8abe-4d42-8782-9f310b6b91ca', '1', E'\\xabababababababababababababababab', null),
  ('20', '40c7c7b0-d748-4fd0-b793-f425b1f34619', '3', E'\\xabababababababababababababababab', null),
  ('23', '9882b1b8-8ef2-46bc-987c-2a1efbf9fd9e', '1', E'\\xabababababababababababababababab', null),
  ('24', '94a2d72d-0ecc-480e-bf32-27ff5d5e20f9', '1', E'\\xabababababababababababababababab', null),
  ('25', '3276000e-1403-433b-93e5-9406b33558ec', '1', E'\\xabababababababababababababababab', null),
  ('26', '7e0fb605-8db9-471b-bf29-26386978536a', '1', E'\\xabababababababababababababababab', null),
  ('27', 'ed29e79e-57c3-4412-86e7-21b1331313f5', '1', E'\\xabababababababababababababababab', null),
  ('28', 'ad965200-10b6-46ff-bc7a-207cc6f6231e', '1', E'\\xabababababababababababababababab', null),
  ('29', 'bd91b047-96a6-42bf-b77f-eeb790f24e84', '1', E'\\xabababababababababababababababab', null),
  ('3', 'b182c779-1a9a-49b9-a28b-3fb3b0aa0ef1', '1', E'\\xabababababababababababababababab', null),
  ('30', 'f57899c5-6c08-44a9-a8ce-c241d5a83634', '1', E'\\xabababababababababababababababab', null),
  ('31', 'e8291846-2aad-4db2-8b03-2a3571d9628a', '1', E'\\xabababababababababababababababab', null),
  ('32', '16b5f6d4-47f8-4fda-b8f3-09906f0f85e9', '1', E'\\xabababababababababababababababab', null),
  ('33', '3f48f911-b9c5-44e4-9555-b252c1e76ad8', '1', E'\\xabababababababababababababababab', null),
  ('34', '40ed56ec-3e05-4c5e-a9c4-2d5c678f99a0', '2', E'\\xabababababababababababababababab', null),
  ('36', 'b421bd5c-bea1-436b-9bcd-938cafaec6c4', '1', E'\\xabababababababababababababababab', null),
  ('37', 'e9491aeb-376b-43fd-af8a-5360f4a2853e', '1', E'\\xabababababababababababababababab', null),
  ('38', '85f7fe79-b9cd-4a76-864e-0b67533e9ac2', '1', E'\\xabababababababababababababababab', null),
  ('39', '9c0628a2-afc5-4a99-b0f6-f8d648c2e94b', '1', E'\\xabababababababababababababababab', null),
  ('4', '38246e77-8602-4041-ad2f-46725ce3f0fa', '2', E'\\xabababababababababababababababab', null),
  ('40', 'a5473f6c-e3f8-45ef-aef7-f8ea3c5ea114', '1', E'\\xabababababababababababababababab', null),
  ('41', '2a0b909a-8c29-4b61-a75f-8f2a8870a15d', '1', E'\\xabababababababababababababababab', null),
  ('42', '0df8dfe1-0166-451d-8541-cc2c09b6f14a', '1', E'\\xabababababababababababababababab', null),
  ('43', '77e9777f-f90b-404a-8b55-0998dfe1bca3', '1', E'\\xabababababababababababababababab', null),
  ('44', '5403d92b-5976-4037-85d6-38088e1e91b0', '1', E'\\xabababababababababababababababab', null),
  ('45', '190eb573-aeb6-4c2e-9dab-e1a0fa17e1c3', '1', E'\\xabababababababababababababababab', null),
  ('46', 'bb2d6243-e3bc-4bf8-9efc-672651bd486d', '3', E'\\xabababababababababababababababab', null),
  ('49', '69129849-4e74-4e94-afb1-c3686869f0de', '1', E'\\xabababababababababababababababab', null),
  ('50', 'f5f2507f-e74f-4b17-b40b-6d8b2982862b', '2', E'\\xabababababababababababababababab', null),
  ('52', 'f757b6e3-4886-4f00-b78b-8bccf52ae12d', '2', E'\\xabababababababababababababababab', null),
  ('54', '684ccec5-ad7f-4bfd-a1d3-bc660384ef6b', '1', E'\\xabababababababababababababababab', null),
  ('55', '43beb294-9e3c-4528-b834-bb2f1595b324', '1', E'\\xabababababababababababababababab', null),
  ('56', '26b43cd4-42a8-4779-a1e3-7f475f95ef67', '1', E'\\xabababababababababababababababab', null),
  ('57', 'b215f453-b85f-4e70-b2bf-1c1e596eeec6', '1', E'\\xabababababababababababababababab', null),
  ('58', '40cff02b-37e9-46e6-b5cf-d6cb5c10e290', '2', E'\\xabababababababababababababababab', null),
  ('6', '9bf6a5f7-6cdc-46b5-8208-f05c16f3fa83', '2', E'\\xabababababababababababababababab', null),
  ('60', '966292f3-3127-4cc9-be1d-fcd50f6b4f0a', '1', E'\\xabababababababababababababababab', null),
  ('61', '499a408b-6749-4b63-9211-2c51f6a221ef', '1', E'\\xabababababababababababababababab', null),
  ('62', '32488d8d-a857-4cd2-8a75-c26eb9d69174', '1', E'\\xabababababababababababababababab', null),
  ('63', 'db979a41-a818-432b-9871-a1ed1bb834db', '1', E'\\xabababababababababababababababab', null),
  ('64', 'a5fceecb-6112-4c3d-b0e2-b1c0bf82b1d6', '1', E'\\xabababababababababababababababab', null),
  ('65', 'f3ad7126-9b26-47e1-855d-8a94f34595c0', '1', E'\\xabababababababababababababababab', null),
  ('66', '25893c46-4428-4be1-a18c-25603239dde8', '1', E'\\xabababababababababababababababab', null),
  ('67', 'b1248daa-ac69-4cb6-8157-98e90ab583ee', '1', E'\\xabababababababababababababababab', null),
  ('68', 'f59dfcf0-629f-4ef6-8e93-f0923cc74bed', '1', E'\\xabababababababababababababababab', null),
  ('69', '5551120a-3ce2-4951-9324-b9e0a4ffc1b0', '1', E'\\xabababababababababababababababab', null),
  ('70', '7f4b6937-5343-4a47-877f-81c05e23e18c', '1', E'\\xabababababababababababababababab', null),
  ('71', '58ef7bff-4fea-4fe5-b541-00783a4ccf6f', '0', E'\\xabababababababababababababababab', '{"code": "actor_banned"}'),
  ('71', '7014877d-5b21-4248-809c-a14e89cd8292', '1', E'\\xabababababababababababababababab', null),
  ('72', '38b4f397-7aaf-4e5b-8894-383052c9cbe3', '1', E'\\xabababababababababababababababab', null),
  ('73', 'f28bc3e1-0182-419e-a5bc-143737b908b8', '1', E'\\xabababababababababababababababab', null),
  ('74', 'bdf7ec1d-d789-4135-8448-c55923c7c14b', '2', E'\\xabababababababababababababababab', null),
  ('76', '7d336997-7eb8-487e-9135-3ec7c1b4ada6', '1', E'\\xabababababababababababababababab', null),
  ('77', '52f04896-9924-4830-8563-102dd0172cd5', '1', E'\\xabababababababababababababababab', null),
  ('78', '1ab8aa04-a474-4522-851a-74c80f2a9b16', '2', E'\\xabababababababababababababababab', null),
  ('8', '48bc1478-26f1-459b-9a2f-1a1a3110ca08', '2', E'\\xabababababababababababababababab', null),
  ('80', '9f609f65-8ba5-4216-868f-6abb089432e0', '1', E'\\xabababababababababababababababab', null),
  ('81', 'a9ddfd86-3584-4abd-8876-a7c8835a92a2', '1', E'\\xabababababababababababababababab', null);
insert into ledger.daily_total (list, day, status, count, value, "position") overriding system value values
  ('order', '2026-03-02', 'completed', '1', '500', '24'),
  ('order', '2026-03-02', 'pending', '1', '500', '29'),
  ('order', '2026-03-02', 'processing', '2', '1000', '30'),
  ('order', '2026-03-02', 'rejected', '2', '1000', '30'),
  ('order', '2026-03-02', 'removed completed', '1', '500', '25'),
  ('order', '2026-03-02', 'removed rejected', '1', '500', '39'),
  ('topup', '2026-03-02', 'approved', '2', '13000', '53'),
  ('topup', '2026-03-02', 'declined', '1', '6000', '36'),
  ('topup', '2026-03-02', 'pending', '1', '6000', '53'),
  ('topup', '2026-03-02', 'removed declined', '1', '6000', '37');
insert into ledger.event ("position", amount, balance_after, recorded_at, command_id, wallet, version, fingerprint, hash, stream, type, actor, counterparty, data, house) overriding system value values
  ('1', null, null, '2026-03-02 08:07:00+00', '2dc89423-1430-41da-84b6-6119a861743f', null, '1', E'\\xabababababababababababababababab', E'\\x18d97d821b36f511dbeae9321e16f94618a97be4426e2db40e90c838c9b9fd12', 'user/40055feb-8ae3-4270-94e7-c9625dad7d15', 'user_registered', 'system', null, '{"level": "Admin"}', null),
  ('10', '20000', '20000', '2026-03-02 08:42:00+00', '13c1a7a1-b37c-4913-8f4a-a56c74a16e6a', 'a37e5258-18a1-423d-9f7c-c456b873469c', '2', E'\\xabababababababababababababababab', E'\\x28c30093c7ac770f6ee2afc45653e04048a44741615fd553e5442b9f7aef0e0a', 'wallet/a37e5258-18a1-423d-9f7c-c456b873469c', 'wallet_corrected', 'system', 'corrections', '{"reason": "opening", "corrects": null}', null),
  ('11', '20000', '20000', '2026-03-02 08:49:00+00', '6cd7ec77-b3cc-4631-8c77-f52dbcc26876', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '2', E'\\xabababababababababababababababab', E'\\x11cc5f8f96832b05c7524da016c284454d8f299c0ea252bad68d5d193ee37626', 'wallet/f098ea49-0d78-4fd9-b328-4847ae8e5116', 'wallet_corrected', 'system', 'corrections', '{"reason": "opening", "corrects": null}', null),
  ('12', '20000', '20000', '2026-03-02 08:56:00+00', 'fe2f2054-1af6-4dd5-b8f8-a55dcf917d9c', '6652365e-027e-4ebb-aa90-e0828d120d03', '2', E'\\xabababababababababababababababab', E'\\x1403857157e3c54bc44eca169226dadc1055a7ede2ee86c0568d320691122800', 'wallet/6652365e-027e-4ebb-aa90-e0828d120d03', 'wallet_corrected', 'system', 'corrections', '{"reason": "opening", "corrects": null}', null),
  ('13', '-500', '19500', '2026-03-02 09:03:00+00', '453260ab-825e-4263-9b63-a7d075bea6a8', 'a37e5258-18a1-423d-9f7c-c456b873469c', '1', E'\\xabababababababababababababababab', E'\\x146ba5d05b2bbe9d427eae290c4b1d130f83fcb0ee675849379fa907bfe6f61e', 'order/1', 'order_placed', 'a37e5258-18a1-423d-9f7c-c456b873469c', 'sales', '{"user": "a37e5258-18a1-423d-9f7c-c456b873469c", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}', null),
  ('14', '-500', '19500', '2026-03-02 09:10:00+00', 'd715f72c-e1da-4a9d-a40d-740a6da6ae11', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '1', E'\\xabababababababababababababababab', E'\\x794f9a8ddbb502db389a06841033acebced61c92facee6a09d9076564a4d19c3', 'order/2', 'order_placed', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', 'sales', '{"user": "f098ea49-0d78-4fd9-b328-4847ae8e5116", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}', null),
  ('15', '-500', '19000', '2026-03-02 09:17:00+00', 'e8a425ca-957a-4127-8651-c0199a3c10c1', 'a37e5258-18a1-423d-9f7c-c456b873469c', '1', E'\\xabababababababababababababababab', E'\\x6da7bb4b2483304593df865576530b3aa842a3858f185a03fd1ae828f1cd9b64', 'order/3', 'order_placed', 'a37e5258-18a1-423d-9f7c-c456b873469c', 'sales', '{"user": "a37e5258-18a1-423d-9f7c-c456b873469c", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}', null),
  ('16', '-500', '19500', '2026-03-02 09:24:00+00', 'f657f04f-74e9-4129-8600-6f6c1e4f4232', '6652365e-027e-4ebb-aa90-e0828d120d03', '1', E'\\xabababababababababababababababab', E'\\xacbd39c83b0364f0362b5a700f9b058b19f38e6a6c58ae647e279b6d5e569ddb', 'order/4', 'order_placed', '6652365e-027e-4ebb-aa90-e0828d120d03', 'sales', '{"user": "6652365e-027e-4ebb-aa90-e0828d120d03", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}', null),
  ('17', '-500', '18500', '2026-03-02 09:31:00+00', 'a2e62719-3ff5-4376-8976-63dc4aa79b4d', 'a37e5258-18a1-423d-9f7c-c456b873469c', '1', E'\\xabababababababababababababababab', E'\\xa8071faf26d81b1a4d23de6fb696832ede87eac4fe418fbc7a6deea74bccf6ae', 'order/5', 'order_placed', 'a37e5258-18a1-423d-9f7c-c456b873469c', 'sales', '{"user": "a37e5258-18a1-423d-9f7c-c456b873469c", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}', null),
  ('18', null, null, '2026-03-02 09:38:00+00', 'd89e6cb5-6775-4f42-971d-4fdccd903c93', null, '2', E'\\xabababababababababababababababab', E'\\x01298915febcb2ce88c3cc4536425f3761aa4cca6da1ca594e9b594c31b50e08', 'order/1', 'order_processed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{}', null),
  ('19', null, null, '2026-03-02 09:45:00+00', '00ebb3db-8abe-4d42-8782-9f310b6b91ca', null, '2', E'\\xabababababababababababababababab', E'\\x0e45b1a477cca2d9f341ca0f999c29acf8aeefc3435a7ef745a70718a6fb5d3f', 'order/2', 'order_processed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{}', null),
  ('2', null, null, '2026-03-02 08:07:00+00', '2dc89423-1430-41da-84b6-6119a861743f', null, '1', E'\\xabababababababababababababababab', E'\\x8f15282adca04e8038dbe2628391cfe7e920666db309717423ecdbf96172f545', 'wallet/40055feb-8ae3-4270-94e7-c9625dad7d15', 'wallet_opened', 'system', null, '{}', null),
  ('20', null, null, '2026-03-02 09:52:00+00', '40c7c7b0-d748-4fd0-b793-f425b1f34619', null, '1', E'\\xabababababababababababababababab', E'\\x8f076db85a619c6bf38cf2861bd1223b8efceea660521b91bf2c6f305d96da16', 'settings', 'supplier_batch_sent', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"batch": 1, "layout": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}]}, "orders": 2, "network": "MTNup2u"}', null),
  ('21', null, null, '2026-03-02 09:52:00+00', '40c7c7b0-d748-4fd0-b793-f425b1f34619', null, '2', E'\\xabababababababababababababababab', E'\\xc78324a9d373c02fadf2c82862e62fd023e298ddea819cdbea5c1fcb6793ae46', 'order/3', 'order_processed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"batch": 1}', null),
  ('22', null, null, '2026-03-02 09:52:00+00', '40c7c7b0-d748-4fd0-b793-f425b1f34619', null, '2', E'\\xabababababababababababababababab', E'\\xd5b8fca6d88d6e73380291b6ef532190cd0213702f6c09ea38e9003769174b65', 'order/4', 'order_processed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"batch": 1}', null),
  ('23', null, null, '2026-03-02 09:59:00+00', '9882b1b8-8ef2-46bc-987c-2a1efbf9fd9e', null, '2', E'\\xabababababababababababababababab', E'\\x79ec32fc3d9d2fc53bfc4e1691724c9c43afc66d4cb1303efabbed615d6f602a', 'settings', 'supplier_layout_changed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"after": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}, {"cell": "name", "title": "Name"}, {"cell": "phone", "title": "Phone"}, {"cell": "card", "title": "Card"}, {"cell": "date of birth", "title": "Date of birth"}, {"cell": "location", "title": "Location"}]}, "before": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}]}, "network": "MTNup2u"}', null),
  ('24', null, null, '2026-03-02 10:06:00+00', '94a2d72d-0ecc-480e-bf32-27ff5d5e20f9', null, '3', E'\\xabababababababababababababababab', E'\\x29cf998b7711f7dedf30214f21f79448f9f88f331b54cc85b5fdf5d1528910e2', 'order/1', 'order_completed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{}', null),
  ('25', null, null, '2026-03-02 10:13:00+00', '3276000e-1403-433b-93e5-9406b33558ec', null, '4', E'\\xabababababababababababababababab', E'\\xfeb7b5001f0ecc423185fd4ed90f822c972bc4aaeb231f38b6b909730b770122', 'order/1', 'order_removed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{}', null),
  ('26', '-500', '19000', '2026-03-02 10:20:00+00', '7e0fb605-8db9-471b-bf29-26386978536a', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '1', E'\\xabababababababababababababababab', E'\\xc4a873a5e24fce95b9ad2b37e50fe7dcde563c0acc17a3f86527475d4fb9ca0d', 'order/6', 'order_placed', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', 'sales', '{"user": "f098ea49-0d78-4fd9-b328-4847ae8e5116", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}', null),
  ('27', '100', '19100', '2026-03-02 10:27:00+00', 'ed29e79e-57c3-4412-86e7-21b1331313f5', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '3', E'\\xabababababababababababababababab', E'\\x458f14fffcb24f9efc1a6b485ab12d5894c0430c23e0c48ba07d62a35e128aea', 'wallet/f098ea49-0d78-4fd9-b328-4847ae8e5116', 'wallet_corrected', '40055feb-8ae3-4270-94e7-c9625dad7d15', 'corrections', '{"reason": "half", "corrects": 26}', null),
  ('28', '-40', '19060', '2026-03-02 10:34:00+00', 'ad965200-10b6-46ff-bc7a-207cc6f6231e', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '4', E'\\xabababababababababababababababab', E'\\x214c6f11dffa718e1edecd32062da10b8cca831104579db62a723e7ac43b7f7f', 'wallet/f098ea49-0d78-4fd9-b328-4847ae8e5116', 'wallet_corrected', '40055feb-8ae3-4270-94e7-c9625dad7d15', 'corrections', '{"reason": "too much", "corrects": 27}', null),
  ('29', '440', '19500', '2026-03-02 10:41:00+00', 'bd91b047-96a6-42bf-b77f-eeb790f24e84', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '2', E'\\xabababababababababababababababab', E'\\x0b4192da96db319f818d668af4dbf76c61ebe6acf4891d1090e84f653d97757e', 'order/6', 'order_rejected', '40055feb-8ae3-4270-94e7-c9625dad7d15', 'sales', '{"reason": "no stock"}', null),
  ('3', null, null, '2026-03-02 08:14:00+00', 'b182c779-1a9a-49b9-a28b-3fb3b0aa0ef1', null, '1', E'\\xabababababababababababababababab', E'\\xb0eb950163ae173e177e5b5233f7f2dd9d0fe32a4e3ad7dc72182c8d74bb850f', 'product/mtn', 'product_created', 'system', null, '{"note": "", "image": null, "status": "available", "network": "MTNup2u", "packages": [{"id": "mtn-0", "agent": 450, "offer": "1 GB", "customer": 500, "superAgent": 400}, {"id": "mtn-1", "agent": 550, "offer": "2 GB", "customer": 600, "superAgent": 500}, {"id": "mtn-2", "agent": 650, "offer": "5 GB", "customer": 700, "superAgent": 600}, {"id": "mtn-3", "agent": 750, "offer": "10 GB", "customer": 800, "superAgent": 700}]}', null),
  ('30', '500', '20000', '2026-03-02 10:48:00+00', 'f57899c5-6c08-44a9-a8ce-c241d5a83634', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '3', E'\\xabababababababababababababababab', E'\\xd87acd73f11e0737d7f0c05d97a9ae4298d0aa7f082f7d4c928342fd416da4fa', 'order/2', 'order_rejected', '40055feb-8ae3-4270-94e7-c9625dad7d15', 'sales', '{"reason": null}', null),
  ('31', null, null, '2026-03-02 10:55:00+00', 'e8291846-2aad-4db2-8b03-2a3571d9628a', null, '1', E'\\xabababababababababababababababab', E'\\x087e6076b6ef5fd73bc1a05920e424210ca83f38af43824b5c42a901fac692ac', 'topup/10001', 'topup_requested', 'a37e5258-18a1-423d-9f7c-c456b873469c', null, '{"user": "a37e5258-18a1-423d-9f7c-c456b873469c", "amount": 6000, "purpose": "topup", "momo_transaction_id": "m10001"}', null),
  ('32', null, null, '2026-03-02 11:02:00+00', '16b5f6d4-47f8-4fda-b8f3-09906f0f85e9', null, '1', E'\\xabababababababababababababababab', E'\\xd65c29605042121fd4a9fa94650f25dc31785c86b43597dcaff8508087463e79', 'topup/10002', 'topup_requested', 'a37e5258-18a1-423d-9f7c-c456b873469c', null, '{"user": "a37e5258-18a1-423d-9f7c-c456b873469c", "amount": 6000, "purpose": "topup", "momo_transaction_id": "m10002"}', null),
  ('33', null, null, '2026-03-02 11:09:00+00', '3f48f911-b9c5-44e4-9555-b252c1e76ad8', null, '1', E'\\xabababababababababababababababab', E'\\x63284a86da515e0d42f8ac4a4dc0dd1eed37f651e3d0c858c50daa1d8a73232d', 'topup/10003', 'topup_requested', 'a37e5258-18a1-423d-9f7c-c456b873469c', null, '{"user": "a37e5258-18a1-423d-9f7c-c456b873469c", "amount": 6000, "purpose": "topup", "momo_transaction_id": "m10003"}', null),
  ('34', '6000', '24500', '2026-03-02 11:16:00+00', '40ed56ec-3e05-4c5e-a9c4-2d5c678f99a0', 'a37e5258-18a1-423d-9f7c-c456b873469c', '2', E'\\xabababababababababababababababab', E'\\xc904a0224030939b3c431c51fe17a52043b517bd2ba431ccf68488869504016f', 'topup/10001', 'topup_approved', '40055feb-8ae3-4270-94e7-c9625dad7d15', 'momo', '{}', null),
  ('35', null, null, '2026-03-02 11:16:00+00', '40ed56ec-3e05-4c5e-a9c4-2d5c678f99a0', null, '2', E'\\xabababababababababababababababab', E'\\x8b73e5cd5e6cdd250017d4f84c7997a9fa7099f821401e6ff359afe7c5cf165c', 'user/a37e5258-18a1-423d-9f7c-c456b873469c', 'user_level_changed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"after": "Agent", "before": "Customer"}', null),
  ('36', null, null, '2026-03-02 11:23:00+00', 'b421bd5c-bea1-436b-9bcd-938cafaec6c4', null, '2', E'\\xabababababababababababababababab', E'\\x526c0a108eaba0c444114ec55ee466cc83df878fbf6f1513972b1f17d1465d4a', 'topup/10002', 'topup_declined', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{}', null),
  ('37', null, null, '2026-03-02 11:30:00+00', 'e9491aeb-376b-43fd-af8a-5360f4a2853e', null, '3', E'\\xabababababababababababababababab', E'\\xc83c5f7398d2bb906173b096a3ea175d3b091f81daf8ee328636f8baa6fed7dc', 'topup/10002', 'topup_removed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{}', null),
  ('38', null, null, '2026-03-02 11:37:00+00', '85f7fe79-b9cd-4a76-864e-0b67533e9ac2', null, '3', E'\\xabababababababababababababababab', E'\\xec5e300d7dbd295ea3f85e7759bca0d7000965a5433270999414cab2ffb204e8', 'settings', 'list_cleared', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"list": "order"}', null),
  ('39', null, null, '2026-03-02 11:44:00+00', '9c0628a2-afc5-4a99-b0f6-f8d648c2e94b', null, '4', E'\\xabababababababababababababababab', E'\\x474d8295f05cdd597bff3fc3e205bc6c47101d16fed016e53a03f202d5f1740f', 'order/2', 'order_removed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"clearing": 38}', null),
  ('4', null, null, '2026-03-02 08:21:00+00', '38246e77-8602-4041-ad2f-46725ce3f0fa', null, '1', E'\\xabababababababababababababababab', E'\\xa46381756dfac0a72539d08c94a5aaace2669650179dd945adc7d835d47c6271', 'user/a37e5258-18a1-423d-9f7c-c456b873469c', 'user_registered', 'system', null, '{"level": "Customer"}', null),
  ('40', null, null, '2026-03-02 11:51:00+00', 'a5473f6c-e3f8-45ef-aef7-f8ea3c5ea114', null, '2', E'\\xabababababababababababababababab', E'\\x9dea9099ba4dc9f3adcc6e79375dcd67e8b728242f863d1af1ded1619e0d3cfe', 'product/mtn', 'product_status_changed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"after": "out of stock", "before": "available"}', null),
  ('41', null, null, '2026-03-02 11:58:00+00', '2a0b909a-8c29-4b61-a75f-8f2a8870a15d', null, '4', E'\\xabababababababababababababababab', E'\\xcc6b8a322b542db9d618ac0dfcbc3a0d73bdf5ea7ddc771d012a0d7093a75bea', 'settings', 'notice_changed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, E'{"after": "closed   on “Sunday” \\\\ ☎", "before": ""}', null),
  ('42', null, null, '2026-03-02 12:05:00+00', '0df8dfe1-0166-451d-8541-cc2c09b6f14a', null, '5', E'\\xabababababababababababababababab', E'\\xaaa70da275fe40323e862dfc57c8bcce7792833263821b04bd395914065b7780', 'settings', 'payment_details_changed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"after": {"momo_account_name": "Shop", "momo_phone_number": "0244000000"}, "before": {"momo_account_name": "", "momo_phone_number": ""}}', null),
  ('43', null, null, '2026-03-02 12:12:00+00', '77e9777f-f90b-404a-8b55-0998dfe1bca3', null, '6', E'\\xabababababababababababababababab', E'\\x5aee09c59d49ef77a88baefab88cddd18542d49bbce63f22de96becae03dc52e', 'settings', 'support_links_changed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"after": {"support_chat": "", "support_group": "https://x.example/g"}, "before": {"support_chat": "", "support_group": ""}}', null),
  ('44', null, null, '2026-03-02 12:19:00+00', '5403d92b-5976-4037-85d6-38088e1e91b0', null, '7', E'\\xabababababababababababababababab', E'\\x8d182c812334ed154342175d5f97a7209b845963156ba9632ccad32a4aea81e0', 'settings', 'message_settings_changed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"after": {"templates": {"order_placed": "New: {reference}", "topup_approved": "Approved: {amount}"}, "admin_phone": "0244000001", "card_number": "whole"}, "before": {"templates": {}, "admin_phone": "", "card_number": "last four"}}', null),
  ('45', null, null, '2026-03-02 12:26:00+00', '190eb573-aeb6-4c2e-9dab-e1a0fa17e1c3', null, '8', E'\\xabababababababababababababababab', E'\\x6fd64fc038fcd762fe29114c5bf24c97c69c5b2208c69b67e8b723c7f8cc8ca8', 'settings', 'move_in_started', 'system', null, '{"users": 1, "amount": 1250, "move_in": "f301fa71-0523-40c7-85aa-ebdca2d7210c", "products": 0}', null),
  ('46', null, null, '2026-03-02 12:33:00+00', 'bb2d6243-e3bc-4bf8-9efc-672651bd486d', null, '1', E'\\xabababababababababababababababab', E'\\xb222bc62ca670e2f45581ef0822e9d5b23fa36b92a7b48d8f9c86d0ac6c39d30', 'user/93c7b54a-ac68-4e0c-87ea-13ecc3a9d472', 'user_registered', 'system', null, '{"level": "Agent"}', null),
  ('47', null, null, '2026-03-02 12:33:00+00', 'bb2d6243-e3bc-4bf8-9efc-672651bd486d', null, '1', E'\\xabababababababababababababababab', E'\\xc47eff4e4efba05d05b52e55e35f1d45f605b3e3859cb05983ff0b10a3fd6abd', 'wallet/93c7b54a-ac68-4e0c-87ea-13ecc3a9d472', 'wallet_opened', 'system', null, '{}', null),
  ('48', '1250', '1250', '2026-03-02 12:33:00+00', 'bb2d6243-e3bc-4bf8-9efc-672651bd486d', '93c7b54a-ac68-4e0c-87ea-13ecc3a9d472', '2', E'\\xabababababababababababababababab', E'\\x6ec33ad07b05f3373a1f44ae86fb607682cae476119f5638642769b790279453', 'wallet/93c7b54a-ac68-4e0c-87ea-13ecc3a9d472', 'wallet_moved_in', 'system', 'opening', '{"move_in": "f301fa71-0523-40c7-85aa-ebdca2d7210c"}', null),
  ('49', null, null, '2026-03-02 12:40:00+00', '69129849-4e74-4e94-afb1-c3686869f0de', null, '1', E'\\xabababababababababababababababab', E'\\x1f3c04b81e65fe00586ee8a22bd238bfea2d09c4954d6a7d23a15b8c4c88e8e7', 'topup/10004', 'topup_requested', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', null, '{"user": "f098ea49-0d78-4fd9-b328-4847ae8e5116", "amount": 7000, "purpose": "topup", "momo_transaction_id": null}', null),
  ('5', null, null, '2026-03-02 08:21:00+00', '38246e77-8602-4041-ad2f-46725ce3f0fa', null, '1', E'\\xabababababababababababababababab', E'\\xa6cf1e07e1198dd8ca8e8260a842768eb29b43a38357bada54d6cf6cfeb9a36f', 'wallet/a37e5258-18a1-423d-9f7c-c456b873469c', 'wallet_opened', 'system', null, '{}', null),
  ('50', '7000', null, '2026-03-02 12:47:00+00', 'f5f2507f-e74f-4b17-b40b-6d8b2982862b', null, '1', E'\\xabababababababababababababababab', E'\\x81605be27ab8ec2e05d069e4d078cbbea76aa2a2b98bc5f81fa9e2964cf22118', 'payment/e078ea4b-1d7b-4ab3-a524-f60d4d001ff8', 'payment_received', 'system', 'paystack', '{"rail": "paystack", "transaction": "e078ea4b"}', 'suspense'),
  ('51', '137', null, '2026-03-02 12:47:00+00', 'f5f2507f-e74f-4b17-b40b-6d8b2982862b', null, '2', E'\\xabababababababababababababababab', E'\\x10d743fac330b82699ded3b837e5aad8798040c7e9f44f513be91f73b0b92804', 'payment/e078ea4b-1d7b-4ab3-a524-f60d4d001ff8', 'payment_fee_charged', 'system', 'fees', '{"rail": "paystack"}', 'paystack'),
  ('52', null, null, '2026-03-02 12:54:00+00', 'f757b6e3-4886-4f00-b78b-8bccf52ae12d', null, '3', E'\\xabababababababababababababababab', E'\\xc0c2d0b8bff05df3ca974ddeb096921ba62321f38dea4590524880207eaeab08', 'payment/e078ea4b-1d7b-4ab3-a524-f60d4d001ff8', 'payment_matched', 'system', null, '{"user": "f098ea49-0d78-4fd9-b328-4847ae8e5116", "topup": 10004}', null),
  ('53', '7000', '27000', '2026-03-02 12:54:00+00', 'f757b6e3-4886-4f00-b78b-8bccf52ae12d', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '2', E'\\xabababababababababababababababab', E'\\x3262a222513f18266bac816753bad13ff737580aefb4bc5a1697a58b8042fe47', 'topup/10004', 'topup_approved', 'system', 'suspense', '{"payment": "e078ea4b-1d7b-4ab3-a524-f60d4d001ff8"}', null),
  ('54', null, null, '2026-03-02 13:01:00+00', '684ccec5-ad7f-4bfd-a1d3-bc660384ef6b', null, '4', E'\\xabababababababababababababababab', E'\\x43a9bd79d616fa49c1896a4ee862117b941588c4b18ec63751b194c0e62807a5', 'payment/e078ea4b-1d7b-4ab3-a524-f60d4d001ff8', 'payment_disputed', 'system', null, '{}', null),
  ('55', null, null, '2026-03-02 13:08:00+00', '43beb294-9e3c-4528-b834-bb2f1595b324', null, '5', E'\\xabababababababababababababababab', E'\\x10030586e58b2c86a893b3d3555755573ee45a8b8c044a79d78af6bb8be1e178', 'payment/e078ea4b-1d7b-4ab3-a524-f60d4d001ff8', 'payment_dispute_won', 'system', null, '{}', null),
  ('56', '1500', null, '2026-03-02 13:15:00+00', '26b43cd4-42a8-4779-a1e3-7f475f95ef67', null, '1', E'\\xabababababababababababababababab', E'\\x7aad097dc3ba1080dc0d736f0676f6968f229eb8059cae08c3d87cf9b7c66970', 'payment/bd1d1a5f-7f14-4ae5-90cf-13f0fcbb0d84', 'payment_received', 'system', 'telecel', '{"rail": "telecel", "transaction": "bd1d1a5f"}', 'suspense'),
  ('57', null, null, '2026-03-02 13:22:00+00', 'b215f453-b85f-4e70-b2bf-1c1e596eeec6', null, '2', E'\\xabababababababababababababababab', E'\\x793564d4bfc077ab578a111f4229ad10d6093af10d6e216303851e46e4635121', 'payment/bd1d1a5f-7f14-4ae5-90cf-13f0fcbb0d84', 'payment_held', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"reason": "whose is it?"}', null),
  ('58', null, null, '2026-03-02 13:29:00+00', '40cff02b-37e9-46e6-b5cf-d6cb5c10e290', null, '3', E'\\xabababababababababababababababab', E'\\xf108d690187321c28c24e279363e2aa7ccae1c618c02e917e65e4dbcaef6e224', 'payment/bd1d1a5f-7f14-4ae5-90cf-13f0fcbb0d84', 'payment_matched', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"user": "f098ea49-0d78-4fd9-b328-4847ae8e5116", "topup": null}', null),
  ('59', '1500', '28500', '2026-03-02 13:29:00+00', '40cff02b-37e9-46e6-b5cf-d6cb5c10e290', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '5', E'\\xabababababababababababababababab', E'\\x501e968fa6dc1f9fac63f3d04011e6c535f08a1bafd44dee08a7e5cd640ce896', 'wallet/f098ea49-0d78-4fd9-b328-4847ae8e5116', 'wallet_funded', '40055feb-8ae3-4270-94e7-c9625dad7d15', 'suspense', '{"payment": "bd1d1a5f-7f14-4ae5-90cf-13f0fcbb0d84"}', null),
  ('6', null, null, '2026-03-02 08:28:00+00', '9bf6a5f7-6cdc-46b5-8208-f05c16f3fa83', null, '1', E'\\xabababababababababababababababab', E'\\x06c60eaad75bd4bbb367140c6b7cf627cca1243c28e2710449c20ab541dd170a', 'user/f098ea49-0d78-4fd9-b328-4847ae8e5116', 'user_registered', 'system', null, '{"level": "Customer"}', null),
  ('60', '20', null, '2026-03-02 13:36:00+00', '966292f3-3127-4cc9-be1d-fcd50f6b4f0a', null, '4', E'\\xabababababababababababababababab', E'\\xad96890cb062a69aade4cc0326099324b3c4c40eba8efbdeb61db588c25a8102', 'payment/bd1d1a5f-7f14-4ae5-90cf-13f0fcbb0d84', 'payment_fee_charged', 'system', 'fees', '{"rail": "telecel"}', 'telecel'),
  ('61', '1500', null, '2026-03-02 13:43:00+00', '499a408b-6749-4b63-9211-2c51f6a221ef', null, '5', E'\\xabababababababababababababababab', E'\\x612075018d4fff5cd99b409cef4e1853857c569aad3012b5da64d3a23a823efb', 'payment/bd1d1a5f-7f14-4ae5-90cf-13f0fcbb0d84', 'payment_reversed', 'system', 'corrections', '{}', 'telecel'),
  ('62', '6000', null, '2026-03-02 13:50:00+00', '32488d8d-a857-4cd2-8a75-c26eb9d69174', null, '1', E'\\xabababababababababababababababab', E'\\xbc161105049b18498976b805300d2e44ae09a205ce689e767332e2a86ed982c2', 'payment/2aa0658f-7dec-4c39-a381-dab73acc0f08', 'payment_received', 'system', 'momo', '{"rail": "momo", "transaction": "2aa0658f"}', 'suspense'),
  ('63', '6000', null, '2026-03-02 13:57:00+00', 'db979a41-a818-432b-9871-a1ed1bb834db', null, '2', E'\\xabababababababababababababababab', E'\\xfc1f13336fdda73c5df588d5430f11702c368ce75396b2550eb994d4c9f29818', 'payment/2aa0658f-7dec-4c39-a381-dab73acc0f08', 'payment_covered', '40055feb-8ae3-4270-94e7-c9625dad7d15', 'suspense', '{"user": "a37e5258-18a1-423d-9f7c-c456b873469c", "topup": 10001}', 'momo'),
  ('64', '800', null, '2026-03-02 14:04:00+00', 'a5fceecb-6112-4c3d-b0e2-b1c0bf82b1d6', null, '1', E'\\xabababababababababababababababab', E'\\xc9da258a79f0ab8e69890f348aa721faae4087eb738ab3fb1edf2192fe1ac72c', 'payment/c3d66cc3-9094-429c-b56c-e6f1d29101ac', 'payment_received', 'system', 'momo', '{"rail": "momo", "transaction": "c3d66cc3"}', 'suspense'),
  ('65', '800', null, '2026-03-02 14:11:00+00', 'f3ad7126-9b26-47e1-855d-8a94f34595c0', null, '2', E'\\xabababababababababababababababab', E'\\xa297a4e8844527554f99186ccfb7ba361eabc00fb053e65b8221b216ce3f570a', 'payment/c3d66cc3-9094-429c-b56c-e6f1d29101ac', 'payment_returned', '40055feb-8ae3-4270-94e7-c9625dad7d15', 'suspense', '{"reason": "not for us"}', 'momo'),
  ('66', '900', null, '2026-03-02 14:18:00+00', '25893c46-4428-4be1-a18c-25603239dde8', null, '1', E'\\xabababababababababababababababab', E'\\x5e029c7c648804c82b86d455a4d467a28a2572d779271ac8fddee6ebc2070ea5', 'payment/93a8bc3a-fade-48b7-946d-abf384916d68', 'payment_received', 'system', 'paystack', '{"rail": "paystack", "transaction": "93a8bc3a"}', 'suspense'),
  ('67', '900', null, '2026-03-02 14:25:00+00', 'b1248daa-ac69-4cb6-8157-98e90ab583ee', null, '2', E'\\xabababababababababababababababab', E'\\xc84512920974a4031a4fa133e221196f7e18f72b19449dbdefe64d21582fffb9', 'payment/93a8bc3a-fade-48b7-946d-abf384916d68', 'payment_reversed', 'system', 'suspense', '{}', 'paystack'),
  ('68', '500', null, '2026-03-02 14:32:00+00', 'f59dfcf0-629f-4ef6-8e93-f0923cc74bed', null, '1', E'\\xabababababababababababababababab', E'\\x0e072016766db9e36bd59ebde1b2ab90f15e583c8efe48af0fd7c982c5590131', 'payment/ceb4f421-71cf-42f1-9d96-ac4018fd2102', 'payment_received', 'system', 'momo', '{"rail": "momo", "transaction": "ceb4f421"}', 'suspense'),
  ('69', '3000', null, '2026-03-02 14:39:00+00', '5551120a-3ce2-4951-9324-b9e0a4ffc1b0', null, '9', E'\\xabababababababababababababababab', E'\\x3b141dc1b98063791b52dc206168368f911649635d09f27299e1503e6139d31b', 'settings', 'rail_transferred', '40055feb-8ae3-4270-94e7-c9625dad7d15', 'owner', '{"rail": "momo", "reason": "withdrawn"}', 'momo'),
  ('7', null, null, '2026-03-02 08:28:00+00', '9bf6a5f7-6cdc-46b5-8208-f05c16f3fa83', null, '1', E'\\xabababababababababababababababab', E'\\x4c3a0f8747362a97a48c7351c8621f658e5c7d1bdb30c3d8676d69447d02baf2', 'wallet/f098ea49-0d78-4fd9-b328-4847ae8e5116', 'wallet_opened', 'system', null, '{}', null),
  ('70', null, null, '2026-03-02 14:46:00+00', '7f4b6937-5343-4a47-877f-81c05e23e18c', null, '2', E'\\xabababababababababababababababab', E'\\x29310c62f925b5c4f15f456c88ef10d3a3ad3216ace4f9624d1a9175273f33b9', 'user/6652365e-027e-4ebb-aa90-e0828d120d03', 'user_status_changed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"after": "Banned", "before": "Active"}', null),
  ('71', null, null, '2026-03-02 14:53:00+00', '7014877d-5b21-4248-809c-a14e89cd8292', null, '3', E'\\xabababababababababababababababab', E'\\x23a755addb6f77f4f4daeb99b3815b4e3184a27dfcc57dc5204a14a8223c2998', 'user/6652365e-027e-4ebb-aa90-e0828d120d03', 'sessions_ended', '6652365e-027e-4ebb-aa90-e0828d120d03', null, '{"session": null}', null),
  ('72', null, null, '2026-03-02 15:14:00+00', '38b4f397-7aaf-4e5b-8894-383052c9cbe3', null, '3', E'\\xabababababababababababababababab', E'\\x0369b9429ddabc795ff84bbd860b25702cbb18e3cb11a5366e9117d1c969826d', 'user/a37e5258-18a1-423d-9f7c-c456b873469c', 'api_key_replaced', 'a37e5258-18a1-423d-9f7c-c456b873469c', null, '{}', null),
  ('73', null, null, '2026-03-02 15:21:00+00', 'f28bc3e1-0182-419e-a5bc-143737b908b8', null, '2', E'\\xabababababababababababababababab', E'\\xcb422d25efb7ba037e28bbf8ca29d5b2c56c5ad6e706c147b627157fbf10d7f9', 'user/f098ea49-0d78-4fd9-b328-4847ae8e5116', 'user_profile_changed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"fields": ["email", "phone"]}', null),
  ('74', null, null, '2026-03-02 15:28:00+00', 'bdf7ec1d-d789-4135-8448-c55923c7c14b', null, '1', E'\\xabababababababababababababababab', E'\\xe1bf8228973cd6c0393fd198c3d0e50acb7b744d141dacc43101b5e61baddc78', 'user/0231f86f-ca8e-4a20-9e94-1c88962c3b87', 'user_registered', 'system', null, '{"level": "Admin"}', null),
  ('75', null, null, '2026-03-02 15:28:00+00', 'bdf7ec1d-d789-4135-8448-c55923c7c14b', null, '1', E'\\xabababababababababababababababab', E'\\x8975d18637f58f6997347a56366efd2c9a9188f3bbd62e16289027c51092d0a9', 'wallet/0231f86f-ca8e-4a20-9e94-1c88962c3b87', 'wallet_opened', 'system', null, '{}', null),
  ('76', null, null, '2026-03-02 15:35:00+00', '7d336997-7eb8-487e-9135-3ec7c1b4ada6', null, '10', E'\\xabababababababababababababababab', E'\\x6c1cb1ebcf347f34fe2698d929c17e29d430b94d635ee89845aea9422f7dc446', 'settings', 'correction_limit_changed', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"after": 1000, "before": null}', null),
  ('77', null, null, '2026-03-02 15:42:00+00', '52f04896-9924-4830-8563-102dd0172cd5', null, '1', E'\\xabababababababababababababababab', E'\\x9dc4d16584767cc988cf0873b1c303bccebc7122b49e9aeaf9076c3cf1eeed79', 'approval/52f04896-9924-4830-8563-102dd0172cd5', 'approval_requested', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"kind": "correction", "user": "a37e5258-18a1-423d-9f7c-c456b873469c", "amount": 2000, "reason": "large", "corrects": null}', null),
  ('78', null, null, '2026-03-02 15:49:00+00', '1ab8aa04-a474-4522-851a-74c80f2a9b16', null, '2', E'\\xabababababababababababababababab', E'\\xe4405eb3a236f7462094f102cdfbeaa47c60a8e74c56da8795735b52f9bf7a87', 'approval/52f04896-9924-4830-8563-102dd0172cd5', 'approval_granted', '0231f86f-ca8e-4a20-9e94-1c88962c3b87', null, '{}', null),
  ('79', '2000', '26500', '2026-03-02 15:49:00+00', '1ab8aa04-a474-4522-851a-74c80f2a9b16', 'a37e5258-18a1-423d-9f7c-c456b873469c', '3', E'\\xabababababababababababababababab', E'\\xbbec1891e6587d3f471382d765eb4e86e1cd4202780c5eca6a0ed93f5507461e', 'wallet/a37e5258-18a1-423d-9f7c-c456b873469c', 'wallet_corrected', '0231f86f-ca8e-4a20-9e94-1c88962c3b87', 'corrections', '{"reason": "large", "corrects": null, "requested_by": "40055feb-8ae3-4270-94e7-c9625dad7d15"}', null),
  ('8', null, null, '2026-03-02 08:35:00+00', '48bc1478-26f1-459b-9a2f-1a1a3110ca08', null, '1', E'\\xabababababababababababababababab', E'\\x10db65686300c4c449b3fa4a2027fad8724e62ac94c50d0c11cf9015cde06a85', 'user/6652365e-027e-4ebb-aa90-e0828d120d03', 'user_registered', 'system', null, '{"level": "Customer"}', null),
  ('80', null, null, '2026-03-02 15:56:00+00', '9f609f65-8ba5-4216-868f-6abb089432e0', null, '1', E'\\xabababababababababababababababab', E'\\x5eb170705ccf7192068b351591fbe2d6751a6a3726f0c103675bfe1f8c0b4c77', 'approval/9f609f65-8ba5-4216-868f-6abb089432e0', 'approval_requested', '40055feb-8ae3-4270-94e7-c9625dad7d15', null, '{"kind": "correction", "user": "a37e5258-18a1-423d-9f7c-c456b873469c", "amount": 2000, "reason": "large", "corrects": null}', null),
  ('81', null, null, '2026-03-02 16:03:00+00', 'a9ddfd86-3584-4abd-8876-a7c8835a92a2', null, '2', E'\\xabababababababababababababababab', E'\\xfd9d78075271e0043820af075c871b339e2e499bb441cd2db93c58bb3da7a96e', 'approval/9f609f65-8ba5-4216-868f-6abb089432e0', 'approval_declined', '0231f86f-ca8e-4a20-9e94-1c88962c3b87', null, '{}', null),
  ('9', null, null, '2026-03-02 08:35:00+00', '48bc1478-26f1-459b-9a2f-1a1a3110ca08', null, '1', E'\\xabababababababababababababababab', E'\\xe66240a6a8af641bc4fa60d4ce42e25c5fee5abaa0f2cf3aca6cf6fd74c3879c', 'wallet/6652365e-027e-4ebb-aa90-e0828d120d03', 'wallet_opened', 'system', null, '{}', null);
insert into ledger.head (id, "position", orders_placed, recorded_at, hash, rebuilds) overriding system value values
  ('true', '81', '6', '2026-03-02 16:03:00+00', E'\\xfd9d78075271e0043820af075c871b339e2e499bb441cd2db93c58bb3da7a96e', '0');
insert into ledger.house_account (name, balance, "position") overriding system value values
  ('corrections', '-63560', '79'),
  ('fees', '-157', '60'),
  ('momo', '-3500', '69'),
  ('opening', '-1250', '48'),
  ('owner', '-3000', '69'),
  ('paystack', '-6863', '67'),
  ('sales', '2060', '30'),
  ('suspense', '500', '68'),
  ('telecel', '20', '61');
insert into ledger."order" (id, user_id, amount, charged_at, refunded_at, created_at, action_at, "position", version, hidden, status, product_id, package_id, network, offer, reason, supplier_batch) overriding system value values
  ('1', 'a37e5258-18a1-423d-9f7c-c456b873469c', '500', '13', null, '2026-03-02 09:03:00+00', '2026-03-02 10:06:00+00', '25', '4', 'true', 'completed', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, null),
  ('2', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '500', '14', '30', '2026-03-02 09:10:00+00', '2026-03-02 10:48:00+00', '39', '4', 'true', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, null),
  ('3', 'a37e5258-18a1-423d-9f7c-c456b873469c', '500', '15', null, '2026-03-02 09:17:00+00', '2026-03-02 09:52:00+00', '21', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, '1'),
  ('4', '6652365e-027e-4ebb-aa90-e0828d120d03', '500', '16', null, '2026-03-02 09:24:00+00', '2026-03-02 09:52:00+00', '22', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, '1'),
  ('5', 'a37e5258-18a1-423d-9f7c-c456b873469c', '500', '17', null, '2026-03-02 09:31:00+00', null, '17', '1', 'false', 'pending', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, null),
  ('6', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '500', '26', '29', '2026-03-02 10:20:00+00', '2026-03-02 10:41:00+00', '29', '2', 'false', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', 'no stock', null);
insert into ledger.payment (id, user_id, amount, fee, topup_id, received, received_at, action_at, "position", version, disputed, rail, status, transaction, reason) overriding system value values
  ('2aa0658f-7dec-4c39-a381-dab73acc0f08', 'a37e5258-18a1-423d-9f7c-c456b873469c', '6000', null, '10001', '62', '2026-03-02 13:50:00+00', '2026-03-02 13:57:00+00', '63', '2', 'false', 'momo', 'matched', '2aa0658f', null),
  ('93a8bc3a-fade-48b7-946d-abf384916d68', null, '900', null, null, '66', '2026-03-02 14:18:00+00', '2026-03-02 14:25:00+00', '67', '2', 'false', 'paystack', 'reversed', '93a8bc3a', null),
  ('bd1d1a5f-7f14-4ae5-90cf-13f0fcbb0d84', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '1500', '20', null, '56', '2026-03-02 13:15:00+00', '2026-03-02 13:43:00+00', '61', '5', 'false', 'telecel', 'reversed', 'bd1d1a5f', null),
  ('c3d66cc3-9094-429c-b56c-e6f1d29101ac', null, '800', null, null, '64', '2026-03-02 14:04:00+00', '2026-03-02 14:11:00+00', '65', '2', 'false', 'momo', 'returned', 'c3d66cc3', 'not for us'),
  ('ceb4f421-71cf-42f1-9d96-ac4018fd2102', null, '500', null, null, '68', '2026-03-02 14:32:00+00', null, '68', '1', 'false', 'momo', 'received', 'ceb4f421', null),
  ('e078ea4b-1d7b-4ab3-a524-f60d4d001ff8', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '7000', '137', '10004', '50', '2026-03-02 12:47:00+00', '2026-03-02 12:54:00+00', '55', '5', 'false', 'paystack', 'matched', 'e078ea4b', null);
insert into ledger.product (id, network, status, note, image, packages, version, "position") overriding system value values
  ('mtn', 'MTNup2u', 'out of stock', '', null, '[{"id": "mtn-0", "agent": 450, "offer": "1 GB", "customer": 500, "superAgent": 400}, {"id": "mtn-1", "agent": 550, "offer": "2 GB", "customer": 600, "superAgent": 500}, {"id": "mtn-2", "agent": 650, "offer": "5 GB", "customer": 700, "superAgent": 600}, {"id": "mtn-3", "agent": 750, "offer": "10 GB", "customer": 800, "superAgent": 700}]', '2', '40');
insert into ledger.reversal (entry, reversed, "position") overriding system value values
  ('14', '500', '30'),
  ('26', '500', '29'),
  ('27', '-40', '28');
insert into ledger.sales_by_day (user_id, day, status, count, value, "position") overriding system value values
  ('6652365e-027e-4ebb-aa90-e0828d120d03', '2026-03-02', 'pending', '0', '0', '22'),
  ('6652365e-027e-4ebb-aa90-e0828d120d03', '2026-03-02', 'processing', '1', '500', '22'),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', '2026-03-02', 'completed', '1', '500', '24'),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', '2026-03-02', 'pending', '1', '500', '21'),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', '2026-03-02', 'processing', '1', '500', '24'),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', '2026-03-02', 'removed completed', '1', '500', '25'),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', '2026-03-02', 'pending', '0', '0', '29'),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', '2026-03-02', 'processing', '0', '0', '30'),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', '2026-03-02', 'rejected', '2', '1000', '30'),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', '2026-03-02', 'removed rejected', '1', '500', '39');
insert into ledger.settings (id, notice, momo_phone_number, momo_account_name, support_group, support_chat, correction_limit, admin_phone, card_number, templates, version, "position", topup_limit, admin_factor, step_up, supplier_batches, supplier_layouts) overriding system value values
  ('true', E'closed   on “Sunday” \\ ☎', '0244000000', 'Shop', 'https://x.example/g', '', '1000', '0244000001', 'whole', '{"order_placed": "New: {reference}", "topup_approved": "Approved: {amount}"}', '10', '76', null, 'false', 'false', '1', '{"MTNup2u": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}, {"cell": "name", "title": "Name"}, {"cell": "phone", "title": "Phone"}, {"cell": "card", "title": "Card"}, {"cell": "date of birth", "title": "Date of birth"}, {"cell": "location", "title": "Location"}]}}');
insert into ledger.topup (id, user_id, amount, credited_at, created_at, action_at, "position", version, hidden, purpose, status, momo_transaction_id, reason, payment) overriding system value values
  ('10001', 'a37e5258-18a1-423d-9f7c-c456b873469c', '6000', '34', '2026-03-02 10:55:00+00', '2026-03-02 11:16:00+00', '63', '2', 'false', 'topup', 'approved', 'm10001', null, '2aa0658f-7dec-4c39-a381-dab73acc0f08'),
  ('10002', 'a37e5258-18a1-423d-9f7c-c456b873469c', '6000', null, '2026-03-02 11:02:00+00', '2026-03-02 11:23:00+00', '37', '3', 'true', 'topup', 'declined', 'm10002', null, null),
  ('10003', 'a37e5258-18a1-423d-9f7c-c456b873469c', '6000', null, '2026-03-02 11:09:00+00', null, '33', '1', 'false', 'topup', 'pending', 'm10003', null, null),
  ('10004', 'f098ea49-0d78-4fd9-b328-4847ae8e5116', '7000', '53', '2026-03-02 12:40:00+00', '2026-03-02 12:54:00+00', '53', '2', 'false', 'topup', 'approved', null, null, 'e078ea4b-1d7b-4ab3-a524-f60d4d001ff8');
insert into ledger.wallet (user_id, balance, version, "position") overriding system value values
  ('0231f86f-ca8e-4a20-9e94-1c88962c3b87', '0', '1', '75'),
  ('40055feb-8ae3-4270-94e7-c9625dad7d15', '0', '1', '2'),
  ('6652365e-027e-4ebb-aa90-e0828d120d03', '19500', '2', '16'),
  ('93c7b54a-ac68-4e0c-87ea-13ecc3a9d472', '1250', '2', '48'),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', '26500', '3', '79'),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', '28500', '5', '59');
insert into shop.backup (id, target, base, base_at, tails, file_id, written_from, "position", counts, shipped_at, failed_at) overriding system value values
  ('true', null, null, null, '0', null, null, '0', '{}', null, null);
insert into shop.blocks_counted (id, blocks) overriding system value values
  ('true', '0');
insert into shop.days_counted (id, "position") overriding system value values
  ('true', '0');
insert into shop.message_follower (id, "position") overriding system value values
  ('true', null);
insert into shop.move_in_key (id, key) overriding system value values
  ('true', '41fbdb04-e563-4dca-93d1-7d9d8865e6f820e95d19-9b65-414d-92a6-e48397ef681f');
insert into shop.order_detail (order_id, receiver, form, voucher) overriding system value values
  ('1', '0244123456', null, null),
  ('2', '0244123456', null, null),
  ('3', '0244123456', null, null),
  ('4', '0244123456', null, null),
  ('5', '0244123456', null, null),
  ('6', '0244123456', null, null);
insert into shop.sales_counted (id, "position") overriding system value values
  ('true', '0');
insert into shop."user" (id, username, phone, email, first_name, last_name, password_hash, deleted, phone_proved_at, email_proved_at, may_reset_unproved, erased_at, receivers_erased_at) overriding system value values
  ('0231f86f-ca8e-4a20-9e94-1c88962c3b87', 'user1', '0241000001', 'user1@example.com', '', '', '$argon2id$v=19$none', 'false', null, null, 'false', null, null),
  ('40055feb-8ae3-4270-94e7-c9625dad7d15', 'user2', '0241000002', 'user2@example.com', '', '', '$argon2id$v=19$none', 'false', null, null, 'false', null, null),
  ('6652365e-027e-4ebb-aa90-e0828d120d03', 'user3', '0241000003', 'user3@example.com', '', '', '$argon2id$v=19$none', 'false', null, null, 'false', null, null),
  ('93c7b54a-ac68-4e0c-87ea-13ecc3a9d472', 'user4', '0241000004', 'user4@example.com', '', '', '$argon2id$v=19$none', 'false', null, null, 'false', null, null),
  ('a37e5258-18a1-423d-9f7c-c456b873469c', 'user5', '0241000005', 'user5@example.com', '', '', '$argon2id$v=19$none', 'false', null, null, 'false', null, null),
  ('f098ea49-0d78-4fd9-b328-4847ae8e5116', 'user6', '0241000006', 'user6@example.com', '', '', '$argon2id$v=19$none', 'false', null, null, 'false', null, null);
