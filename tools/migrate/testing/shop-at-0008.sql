insert into audit.account (user_id, level, status, deleted, registered_at, version, "position") overriding system value values
  ('47146875-34a1-454b-974a-c7a676bfb391', 'Admin', 'Active', 'false', '2026-03-02 13:08:00+00', '1', '47'),
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', 'Customer', 'Active', 'false', '2026-03-02 08:28:00+00', '2', '46'),
  ('8a71867e-7b8e-4c95-83c8-aa44b9e17b73', 'Customer', 'Banned', 'false', '2026-03-02 08:35:00+00', '3', '44'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', 'Agent', 'Active', 'false', '2026-03-02 08:21:00+00', '3', '45'),
  ('db0525b4-25f8-41f1-be9c-928a3065e94d', 'Admin', 'Active', 'false', '2026-03-02 08:07:00+00', '1', '1');
insert into audit.amount (amount, "position") overriding system value values
  ('-40', '26'),
  ('-500', '13'),
  ('-500', '14'),
  ('-500', '15'),
  ('-500', '16'),
  ('-500', '17'),
  ('-500', '24'),
  ('100', '25'),
  ('2000', '52'),
  ('20000', '10'),
  ('20000', '11'),
  ('20000', '12'),
  ('440', '27'),
  ('500', '28'),
  ('6000', '32');
insert into audit.approval (id, request, requested_by, requested_at, status, decided_by, decided_at, version, "position") overriding system value values
  ('2a9790e1-2f92-4fa7-8e30-7bfe3e556528', '{"kind": "correction", "user": "d62ea95c-36f1-47d4-a3f4-69c220fa068e", "amount": 2000, "reason": "large", "corrects": null}', 'db0525b4-25f8-41f1-be9c-928a3065e94d', '2026-03-02 13:22:00+00', 'approved', '47146875-34a1-454b-974a-c7a676bfb391', '2026-03-02 13:29:00+00', '2', '51'),
  ('584eedc4-c4af-4e45-8480-f02b0edea383', '{"kind": "correction", "user": "d62ea95c-36f1-47d4-a3f4-69c220fa068e", "amount": 2000, "reason": "large", "corrects": null}', 'db0525b4-25f8-41f1-be9c-928a3065e94d', '2026-03-02 13:36:00+00', 'declined', '47146875-34a1-454b-974a-c7a676bfb391', '2026-03-02 13:43:00+00', '2', '54');
insert into audit.daily_total (list, day, status, count, value, "position") overriding system value values
  ('order', '2026-03-02', 'completed', '1', '500', '22'),
  ('order', '2026-03-02', 'pending', '1', '500', '27'),
  ('order', '2026-03-02', 'processing', '2', '1000', '28'),
  ('order', '2026-03-02', 'rejected', '2', '1000', '28'),
  ('order', '2026-03-02', 'removed completed', '1', '500', '23'),
  ('order', '2026-03-02', 'removed rejected', '1', '500', '37'),
  ('topup', '2026-03-02', 'approved', '1', '6000', '32'),
  ('topup', '2026-03-02', 'declined', '1', '6000', '34'),
  ('topup', '2026-03-02', 'pending', '1', '6000', '34'),
  ('topup', '2026-03-02', 'removed declined', '1', '6000', '35');
insert into audit.house_account (name, balance, "position") overriding system value values
  ('corrections', '-62060', '52'),
  ('momo', '-6000', '32'),
  ('sales', '2060', '28');
insert into audit.log_block (block, events, sum) overriding system value values
  ('0', '54', '-17379950632706855167');
insert into audit."order" (id, user_id, amount, charged_at, refunded_at, created_at, action_at, "position", version, hidden, status, product_id, package_id, network, offer, reason) overriding system value values
  ('1', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '500', '13', null, '2026-03-02 09:03:00+00', '2026-03-02 10:06:00+00', '23', '4', 'true', 'completed', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null),
  ('2', '7f91b1a4-795d-4e31-aca2-603cd22ea574', '500', '14', '28', '2026-03-02 09:10:00+00', '2026-03-02 10:48:00+00', '37', '4', 'true', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null),
  ('3', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '500', '15', null, '2026-03-02 09:17:00+00', '2026-03-02 09:52:00+00', '20', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null),
  ('4', '8a71867e-7b8e-4c95-83c8-aa44b9e17b73', '500', '16', null, '2026-03-02 09:24:00+00', '2026-03-02 09:59:00+00', '21', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null),
  ('5', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '500', '17', null, '2026-03-02 09:31:00+00', null, '17', '1', 'false', 'pending', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null),
  ('6', '7f91b1a4-795d-4e31-aca2-603cd22ea574', '500', '24', '27', '2026-03-02 10:20:00+00', '2026-03-02 10:41:00+00', '27', '2', 'false', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', 'no stock');
insert into audit.product (id, network, status, note, image, packages, version, "position") overriding system value values
  ('mtn', 'MTNup2u', 'out of stock', '', null, '[{"id": "mtn-0", "agent": 450, "offer": "1 GB", "customer": 500, "superAgent": 400}, {"id": "mtn-1", "agent": 550, "offer": "2 GB", "customer": 600, "superAgent": 500}, {"id": "mtn-2", "agent": 650, "offer": "5 GB", "customer": 700, "superAgent": 600}, {"id": "mtn-3", "agent": 750, "offer": "10 GB", "customer": 800, "superAgent": 700}]', '2', '38');
insert into audit.reversal (entry, reversed, "position") overriding system value values
  ('14', '500', '28'),
  ('24', '500', '27'),
  ('25', '-40', '26');
insert into audit.sales_by_day (user_id, day, status, count, value, "position") overriding system value values
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', '2026-03-02', 'pending', '0', '0', '27'),
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', '2026-03-02', 'processing', '0', '0', '28'),
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', '2026-03-02', 'rejected', '2', '1000', '28'),
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', '2026-03-02', 'removed rejected', '1', '500', '37'),
  ('8a71867e-7b8e-4c95-83c8-aa44b9e17b73', '2026-03-02', 'pending', '0', '0', '21'),
  ('8a71867e-7b8e-4c95-83c8-aa44b9e17b73', '2026-03-02', 'processing', '1', '500', '21'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', '2026-03-02', 'completed', '1', '500', '22'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', '2026-03-02', 'pending', '1', '500', '20'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', '2026-03-02', 'processing', '1', '500', '22'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', '2026-03-02', 'removed completed', '1', '500', '23');
insert into audit.settings (id, notice, momo_phone_number, momo_account_name, support_group, support_chat, correction_limit, admin_phone, card_number, templates, version, "position") overriding system value values
  ('true', E'closed   on “Sunday” \\ ☎', '0244000000', 'Shop', 'https://x.example/g', '', '1000', '0244000001', 'whole', '{"order_placed": "New: {reference}", "topup_approved": "Approved: {amount}"}', '6', '49');
insert into audit.state (id, "position", hash, recorded_at, orders_placed, commands, commands_sum) overriding system value values
  ('true', '54', E'\\x303b53cb7215ab4a0c912782fc640c129dc1784479bffd070c7345ca7c407f96', '2026-03-02 13:43:00+00', '6', '47', '20924747283625583526');
insert into audit.topup (id, user_id, amount, credited_at, created_at, action_at, "position", version, hidden, purpose, status, momo_transaction_id) overriding system value values
  ('10001', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '6000', '32', '2026-03-02 10:55:00+00', '2026-03-02 11:16:00+00', '32', '2', 'false', 'topup', 'approved', 'm10001'),
  ('10002', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '6000', null, '2026-03-02 11:02:00+00', '2026-03-02 11:23:00+00', '35', '3', 'true', 'topup', 'declined', 'm10002'),
  ('10003', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '6000', null, '2026-03-02 11:09:00+00', null, '31', '1', 'false', 'topup', 'pending', 'm10003');
insert into audit.tree_block (index, leaves, root) overriding system value values
  ('0', E'\\x7307ad2c871b5abd9f84f665accc97d3ff30bb33fa16a4db61bd73e662ca91569d45545ea9c56b233db2e5f459c274ba36e577089a0cfeb4bb8ab7867b03d6cc417ab2d05873d52d1d88444fbdc19586824cb3195348ecb5578eb63281cc596eeef4750bf2067a59b270e7a702a0a026402390c48619c961d89c276822058e3815e036c2175995dd67dfab9961983141458832eb4380f2b5c43d63a5dfb9b4abaf003a8d54fbb26b97b478da208010b5cab5da4962a3b3c4abfe04c6735c7d6aeef10d161b3335288cbc1ea5ae2110740d2896854aea20867cf4e60b9ddc1e95a19d1c739127f0021fa5ea2298092f2cb0c31debe79800da8494033d521b534de0bbd6f09c913238f1436d20fd027e54764a25a8459d2c08a787d19ed4ff81af1ae0288e2bd8c150549c6727b7369d993234748f31d7bfb1d6f2a2075d94bda4f0e0ad958ab0a186463a92c0c891cee582e8d3de560b1fa608907cce59cf68f26283c40b84dafeea4e46ac1486ef6007691ab3ee03551defe239a57ff8ce66b16d2471e5cdca2b73b84fd20d10dbf2da2d002a6f8624c2a315ce5279e8423d882f852a7888f4978315b6dd75839b317acae5ec3a1911fe1f75e27c82be407612a069cc2fad7f8e2df7ff3ca05b7eed095bba5af502ffdf6765f37692b1c4e4177de537441b23d1bc85283e5bdcf8804e1d328452aa490aa5109c499d5a00085e4375fb15f53768775ca23bee4d9b229fcf35fb0a47c9ba0cb8247345066a3234a9c010489a3ff1e941ff36c04b98878041bc1aa7d6879499d20230734d8b4f84303c7ec534e04f2e5446d9a9f0cbc21f979a88e08f1b55f6eb900c49189598139d0b9ab40900e8333c7d4864fb5823395cc0e27751b8f655a496b0dc9b6cef031f3285f7342abd7a886a2fb387ca2a2c293e05442fc017962cf6675c58c3b6235da4166c18a2e4f9ea588449047bda51078db55d8538ca050fcf8816a5b785a709b1e3097086e3c148515c2094cb58664936387e70d4f246e14fcf02482a7ced511149e256d72c68b620824a6d80be18dac2da56bb04f1b37422f361a4fab1d74d35a3716474a19f23ade099f91daab2b0b602b3d72d9ee746770f1d93ed69a355bd9d39b86d6a82d2affcaa0241a2b82821c819d3f4967a3beef2a8114494069a289adac483b8f5e1986498ee88a669bccb10c6a7d2030b8a98b57d6bc79499dcb75176293eb57d555734d42ca6cdd01f120367bd37d8f43adb4a325437892c69a1f3165772dec26385425fd19b1dd45779ae6eefa01fe28dcd7d08d97ad08dcfeac574a551f6d50d245e96b06b5d2a1f8080ce5b780a976d42d1890890996ff5bb634e7758bad363a3beace27ae2841efd2580f3a298ae7349298591e753ce8819471c8b900a55daa78ef228693538d4a149e8c6cbc0ce463bb089cf96badeb9ba652c5ccd7d9ef48c58a9f4ee07814422b3d446e524040329b3a8e0f71840bc3f80207ab2b1b8ee8caf6cb080f917a1b4561ce297d6b1d8148e1509d7e46ce2aa0d5594a4749e437b19a5a5153dc7f2e75a7199c24c871a17e9d0145e0d36d845a89a4eb10659d7321ee959b03cda3f163667def8f00f74d9658e9bb984c3286bda47ab8da3df9f1a5bdbf5e67fc539b15bda81a156caef1057d4a7b8c2295d573cb999f0281c7ff56c2b2c3b1ecb6df814e151f5e3675b95e7679995ee4be17a27ce3297a94bfe84a6b8acc3051793f94ab697db23ec305e19685eac7db2062f20ae6dd62e6d5ba5e548a4f95c890519d67818f555ecbd5f469443404f2e0d171bd61e68e71e8fff95b8fd8097e22abaa55ca4d0797064b47f9be0856afb1f4e8118cf65d34d9e3acfc6fb8d86a319a01d51330b90ebb75d2e2ad2adc78d83ead84e546d10c5d9f8b512fb7f0c087d6e49e81e7ceaafd4f203bf556ddada486677f7833108b4261327b32f72a0f623d3a0c3c07dbee4fd1cd84c8aca86abe7528458ef60ea3f465c2c59bef11c24d30db262981a2d22f188949fa3c98d831ae9cce7472e584d126c98cfef656fdd1b4e94f8a2ea97f22672dadd82d949258e13d8aafb0dd940c27634da2a9d2ef8d473922f120a5047cf83f8c62e84122716e7893fbfcd0ce77d0c55053fd4f1e4f9add5c3625a69faa9c461ff131ff90b168a9dcb62e42d734382afcaaa0f6587811f5f9b1a738f9d8e0d226cea7f5ffa5b86884f0a2ab293f6797d5eb8dca2856ca6b09f0b809783bc8d5a01f083c0b9cd1dba484b465391f9419f86f0756b22d417c5c1c433928df3e0d2ce36581772706938346e9bd7aa72ffe457b454368ddc7f8efd51f3bf176f7d1ed1522497ef4e65d6cb6f4f0086a02f78ce1ee55150018dfe633433f6148db0efb1573d6be34466af1af0119915fca4a25b18c29099d0997ab49d2052f91ebcc109764566b6', null);
insert into audit.tree_wallet (wallet, movements) overriding system value values
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', '7'),
  ('8a71867e-7b8e-4c95-83c8-aa44b9e17b73', '2'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', '6');
insert into audit.wallet (user_id, balance, version, "position") overriding system value values
  ('47146875-34a1-454b-974a-c7a676bfb391', '0', '1', '48'),
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', '20000', '4', '28'),
  ('8a71867e-7b8e-4c95-83c8-aa44b9e17b73', '19500', '2', '16'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', '26500', '3', '52'),
  ('db0525b4-25f8-41f1-be9c-928a3065e94d', '0', '1', '2');
insert into ledger.account (user_id, level, status, deleted, registered_at, version, "position") overriding system value values
  ('47146875-34a1-454b-974a-c7a676bfb391', 'Admin', 'Active', 'false', '2026-03-02 13:08:00+00', '1', '47'),
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', 'Customer', 'Active', 'false', '2026-03-02 08:28:00+00', '2', '46'),
  ('8a71867e-7b8e-4c95-83c8-aa44b9e17b73', 'Customer', 'Banned', 'false', '2026-03-02 08:35:00+00', '3', '44'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', 'Agent', 'Active', 'false', '2026-03-02 08:21:00+00', '3', '45'),
  ('db0525b4-25f8-41f1-be9c-928a3065e94d', 'Admin', 'Active', 'false', '2026-03-02 08:07:00+00', '1', '1');
insert into ledger.approval (id, request, requested_by, requested_at, status, decided_by, decided_at, version, "position") overriding system value values
  ('2a9790e1-2f92-4fa7-8e30-7bfe3e556528', '{"kind": "correction", "user": "d62ea95c-36f1-47d4-a3f4-69c220fa068e", "amount": 2000, "reason": "large", "corrects": null}', 'db0525b4-25f8-41f1-be9c-928a3065e94d', '2026-03-02 13:22:00+00', 'approved', '47146875-34a1-454b-974a-c7a676bfb391', '2026-03-02 13:29:00+00', '2', '51'),
  ('584eedc4-c4af-4e45-8480-f02b0edea383', '{"kind": "correction", "user": "d62ea95c-36f1-47d4-a3f4-69c220fa068e", "amount": 2000, "reason": "large", "corrects": null}', 'db0525b4-25f8-41f1-be9c-928a3065e94d', '2026-03-02 13:36:00+00', 'declined', '47146875-34a1-454b-974a-c7a676bfb391', '2026-03-02 13:43:00+00', '2', '54');
insert into ledger.command ("position", id, events, fingerprint, rejection) overriding system value values
  ('1', 'd3760641-7ad7-44e8-a6f3-7be3de4e4d5c', '2', E'\\xabababababababababababababababab', null),
  ('10', 'd0721cf7-9bf4-40f8-a24a-b82e1bb75945', '1', E'\\xabababababababababababababababab', null),
  ('11', '49694201-c224-4caa-a675-f3800377d399', '1', E'\\xabababababababababababababababab', null),
  ('12', 'acff0a5a-ed46-4b15-8de7-dbe954fdee4f', '1', E'\\xabababababababababababababababab', null),
  ('13', '461a0d80-e161-4e53-82c3-8bf079fb929f', '1', E'\\xabababababababababababababababab', null),
  ('14', '1135d69f-3b2a-4992-b244-32c4c985d071', '1', E'\\xabababababababababababababababab', null),
  ('15', '3b51783a-a726-429e-9c81-9c92ed49c485', '1', E'\\xabababababababababababababababab', null),
  ('16', '81c0cd85-fad0-4c23-8521-cc5f8a9c921c', '1', E'\\xabababababababababababababababab', null),
  ('17', 'ff3258e8-3086-4bad-acfb-d133e7266add', '1', E'\\xabababababababababababababababab', null),
  ('18', 'dc915d7f-b222-4fe0-9688-5f1cac762ece', '1', E'\\xabababababababababababababababab', null),
  ('19', 'ea29369a-5fe6-4813-9d54-c2f63ac3607a', '1', E'\\xabababababababababababababababab', null),
  ('20', '4b767c30-033a-439b-ac89-0b2451fba233', '1', E'\\xabababababababababababababababab', null),
  ('21', '7c6a9418-d2be-495b-90cc-1eac99f48f27', '1', E'\\xabababababababababababababababab', null),
  ('22', '6856fe0c-a734-4b46-bd77-98012405177b', '1', E'\\xabababababababababababababababab', null),
  ('23', '30e1ea3d-896b-4a81-ae3d-a37469de8d67', '1', E'\\xabababababababababababababababab', null),
  ('24', '7bbb1d42-d965-4402-afe7-bb4ea50ca22e', '1', E'\\xabababababababababababababababab', null),
  ('25', '04c335e1-ea26-4387-8b28-183451293a7a', '1', E'\\xabababababababababababababababab', null),
  ('26', 'd4156d88-bb9b-4d98-9bdc-ed2e353b9c38', '1', E'\\xabababababababababababababababab', null),
  ('27', '721bf1e9-c506-45b4-b98d-6ee32168defa', '1', E'\\xabababababababababababababababab', null),
  ('28', '7a898c40-8deb-45c6-85f1-77a1b51dfe77', '1', E'\\xabababababababababababababababab', null),
  ('29', '307557cd-2928-4f7b-bf69-2842df912612', '1', E'\\xabababababababababababababababab', null),
  ('3', '6e20e3ca-6365-428b-a529-c39f41af9329', '1', E'\\xabababababababababababababababab', null),
  ('30', '3d4a2127-64bc-44a2-82a3-66658f6eff34', '1', E'\\xabababababababababababababababab', null),
  ('31', '6b43b700-bcaf-498d-a4ca-6a92b050ee28', '1', E'\\xabababababababababababababababab', null),
  ('32', '889c502d-7ce5-4e37-a67a-9a89080e0947', '2', E'\\xabababababababababababababababab', null),
  ('34', 'f2ed5568-0be8-43b7-a4d0-36bd9ea0a21a', '1', E'\\xabababababababababababababababab', null),
  ('35', '580c1276-e4dc-42b5-9304-32dcd1e0396a', '1', E'\\xabababababababababababababababab', null),
  ('36', '64787b82-63dd-4995-a939-c5e76b89d461', '1', E'\\xabababababababababababababababab', null),
  ('37', '76e957a9-8442-4037-8425-5c0df4f70922', '1', E'\\xabababababababababababababababab', null),
  ('38', '3f7460d3-b206-40e8-8174-4caaf1115527', '1', E'\\xabababababababababababababababab', null),
  ('39', '2dc56ebb-02b1-4bef-a785-d61b5151eb27', '1', E'\\xabababababababababababababababab', null),
  ('4', 'a3b448d1-9726-4bec-8ea6-4cf3b2babe98', '2', E'\\xabababababababababababababababab', null),
  ('40', '042c8d8b-c25c-497b-8f1d-a986cbe8da34', '1', E'\\xabababababababababababababababab', null),
  ('41', 'a4dae3e5-4b9d-4fa7-9b93-7ba09af0fa4f', '1', E'\\xabababababababababababababababab', null),
  ('42', 'f0413140-846c-44a8-baa9-621f7b56aa4d', '1', E'\\xabababababababababababababababab', null),
  ('43', '66ec4e63-3440-47eb-b8a5-8f47dfd75d36', '1', E'\\xabababababababababababababababab', null),
  ('44', '2bd7f7eb-c978-443c-ad7a-8e13aa75a186', '0', E'\\xabababababababababababababababab', '{"code": "actor_banned"}'),
  ('44', 'c15ac002-877f-4643-aabc-bee71022c371', '1', E'\\xabababababababababababababababab', null),
  ('45', '9bb87edd-ce98-44f1-aa0d-e6a71152cb5b', '1', E'\\xabababababababababababababababab', null),
  ('46', 'ba58aa36-5574-4f1a-b6cc-102101851c6a', '1', E'\\xabababababababababababababababab', null),
  ('47', '7ae33645-25fb-41e2-982c-e3611921057d', '2', E'\\xabababababababababababababababab', null),
  ('49', 'a453eea1-382b-4524-a8e7-be8cbd5471d4', '1', E'\\xabababababababababababababababab', null),
  ('50', '2a9790e1-2f92-4fa7-8e30-7bfe3e556528', '1', E'\\xabababababababababababababababab', null),
  ('51', '560d2809-e925-4ac3-a345-7d540bc4196b', '2', E'\\xabababababababababababababababab', null),
  ('53', '584eedc4-c4af-4e45-8480-f02b0edea383', '1', E'\\xabababababababababababababababab', null),
  ('54', '12348bdf-887a-4a3e-8aa9-0ec0e06a1379', '1', E'\\xabababababababababababababababab', null),
  ('6', 'f24ed9dd-9ef5-42c2-904e-2bfe56cd1278', '2', E'\\xabababababababababababababababab', null),
  ('8', 'cd87168c-9ca4-42ea-8d7c-ba72c52883ea', '2', E'\\xabababababababababababababababab', null);
insert into ledger.daily_total (list, day, status, count, value, "position") overriding system value values
  ('order', '2026-03-02', 'completed', '1', '500', '22'),
  ('order', '2026-03-02', 'pending', '1', '500', '27'),
  ('order', '2026-03-02', 'processing', '2', '1000', '28'),
  ('order', '2026-03-02', 'rejected', '2', '1000', '28'),
  ('order', '2026-03-02', 'removed completed', '1', '500', '23'),
  ('order', '2026-03-02', 'removed rejected', '1', '500', '37'),
  ('topup', '2026-03-02', 'approved', '1', '6000', '32'),
  ('topup', '2026-03-02', 'declined', '1', '6000', '34'),
  ('topup', '2026-03-02', 'pending', '1', '6000', '34'),
  ('topup', '2026-03-02', 'removed declined', '1', '6000', '35');
insert into ledger.event ("position", amount, balance_after, recorded_at, command_id, wallet, version, fingerprint, hash, stream, type, actor, counterparty, data) overriding system value values
  ('1', null, null, '2026-03-02 08:07:00+00', 'd3760641-7ad7-44e8-a6f3-7be3de4e4d5c', null, '1', E'\\xabababababababababababababababab', E'\\x7fe0d28807ac6d4b9ef9d502000729bd5d84f8b46110476593c0c3ec0da52e45', 'user/db0525b4-25f8-41f1-be9c-928a3065e94d', 'user_registered', 'system', null, '{"level": "Admin"}'),
  ('10', '20000', '20000', '2026-03-02 08:42:00+00', 'd0721cf7-9bf4-40f8-a24a-b82e1bb75945', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '2', E'\\xabababababababababababababababab', E'\\xaa44a98a59275c856dc906a195bd082352d4c530337acc67276815ba09eeed93', 'wallet/d62ea95c-36f1-47d4-a3f4-69c220fa068e', 'wallet_corrected', 'system', 'corrections', '{"reason": "opening", "corrects": null}'),
  ('11', '20000', '20000', '2026-03-02 08:49:00+00', '49694201-c224-4caa-a675-f3800377d399', '7f91b1a4-795d-4e31-aca2-603cd22ea574', '2', E'\\xabababababababababababababababab', E'\\xbca4b3cc49ab33d94b5043dc68efe25ac2b54b980afd516623a060375044a1ef', 'wallet/7f91b1a4-795d-4e31-aca2-603cd22ea574', 'wallet_corrected', 'system', 'corrections', '{"reason": "opening", "corrects": null}'),
  ('12', '20000', '20000', '2026-03-02 08:56:00+00', 'acff0a5a-ed46-4b15-8de7-dbe954fdee4f', '8a71867e-7b8e-4c95-83c8-aa44b9e17b73', '2', E'\\xabababababababababababababababab', E'\\x0c1e68b38198a031fc149d158bcb4c5570542ae31f1bf83012b1edd3a5573d02', 'wallet/8a71867e-7b8e-4c95-83c8-aa44b9e17b73', 'wallet_corrected', 'system', 'corrections', '{"reason": "opening", "corrects": null}'),
  ('13', '-500', '19500', '2026-03-02 09:03:00+00', '461a0d80-e161-4e53-82c3-8bf079fb929f', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '1', E'\\xabababababababababababababababab', E'\\x36aaa9a8eec01009df100bfd686b2d3374b4755cfb02bebc4ef7d959204d6348', 'order/1', 'order_placed', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', 'sales', '{"user": "d62ea95c-36f1-47d4-a3f4-69c220fa068e", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}'),
  ('14', '-500', '19500', '2026-03-02 09:10:00+00', '1135d69f-3b2a-4992-b244-32c4c985d071', '7f91b1a4-795d-4e31-aca2-603cd22ea574', '1', E'\\xabababababababababababababababab', E'\\xf33241df8ea648bbb88881bf415835ed1f7419ded8bd7c3cb8b03c87f19a352f', 'order/2', 'order_placed', '7f91b1a4-795d-4e31-aca2-603cd22ea574', 'sales', '{"user": "7f91b1a4-795d-4e31-aca2-603cd22ea574", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}'),
  ('15', '-500', '19000', '2026-03-02 09:17:00+00', '3b51783a-a726-429e-9c81-9c92ed49c485', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '1', E'\\xabababababababababababababababab', E'\\xacbcc2dfb4ee1b97791dc5626fae19a001ff95b0ab69dffe1e10e8e7c0fb5637', 'order/3', 'order_placed', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', 'sales', '{"user": "d62ea95c-36f1-47d4-a3f4-69c220fa068e", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}'),
  ('16', '-500', '19500', '2026-03-02 09:24:00+00', '81c0cd85-fad0-4c23-8521-cc5f8a9c921c', '8a71867e-7b8e-4c95-83c8-aa44b9e17b73', '1', E'\\xabababababababababababababababab', E'\\xcc435dd3156888fdf99d3d786929e4432505e46ab7be55020631f4d06505a45a', 'order/4', 'order_placed', '8a71867e-7b8e-4c95-83c8-aa44b9e17b73', 'sales', '{"user": "8a71867e-7b8e-4c95-83c8-aa44b9e17b73", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}'),
  ('17', '-500', '18500', '2026-03-02 09:31:00+00', 'ff3258e8-3086-4bad-acfb-d133e7266add', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '1', E'\\xabababababababababababababababab', E'\\x6ec70a42d74ddc7bcc2f0585a84be512738bcde4187353e4569a004acda8fb1c', 'order/5', 'order_placed', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', 'sales', '{"user": "d62ea95c-36f1-47d4-a3f4-69c220fa068e", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}'),
  ('18', null, null, '2026-03-02 09:38:00+00', 'dc915d7f-b222-4fe0-9688-5f1cac762ece', null, '2', E'\\xabababababababababababababababab', E'\\x8d567e19b515acc88372ca28059fe2775a14bf927d94866ec333817cabf13697', 'order/1', 'order_processed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{}'),
  ('19', null, null, '2026-03-02 09:45:00+00', 'ea29369a-5fe6-4813-9d54-c2f63ac3607a', null, '2', E'\\xabababababababababababababababab', E'\\x1bab90d6a3f6eb61279a5052505e75f0fcf4584a941618597d7ad9795e34bdac', 'order/2', 'order_processed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{}'),
  ('2', null, null, '2026-03-02 08:07:00+00', 'd3760641-7ad7-44e8-a6f3-7be3de4e4d5c', null, '1', E'\\xabababababababababababababababab', E'\\xf4a2e019f5f5a5d45ed3fede6dbdbf63f38d4e31f80744e08f074918bb09b037', 'wallet/db0525b4-25f8-41f1-be9c-928a3065e94d', 'wallet_opened', 'system', null, '{}'),
  ('20', null, null, '2026-03-02 09:52:00+00', '4b767c30-033a-439b-ac89-0b2451fba233', null, '2', E'\\xabababababababababababababababab', E'\\xf78aadf3bf21b25046bebac4a7d1b467a7ee23d9c6f16cf7f456544e20fbeadd', 'order/3', 'order_processed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{}'),
  ('21', null, null, '2026-03-02 09:59:00+00', '7c6a9418-d2be-495b-90cc-1eac99f48f27', null, '2', E'\\xabababababababababababababababab', E'\\x87efba81f94b87706786410fee839890987cf8e692d1f316ec1d85f6e4a3de27', 'order/4', 'order_processed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{}'),
  ('22', null, null, '2026-03-02 10:06:00+00', '6856fe0c-a734-4b46-bd77-98012405177b', null, '3', E'\\xabababababababababababababababab', E'\\xdaeb0588b5515d5d97793e84057c71dfb7423796de2547ad3a56573b20ba8cf7', 'order/1', 'order_completed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{}'),
  ('23', null, null, '2026-03-02 10:13:00+00', '30e1ea3d-896b-4a81-ae3d-a37469de8d67', null, '4', E'\\xabababababababababababababababab', E'\\xcb632505578bd64302ca6397282bde6a475c77fa9cb6f6d13a0b5a663df6b337', 'order/1', 'order_removed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{}'),
  ('24', '-500', '19000', '2026-03-02 10:20:00+00', '7bbb1d42-d965-4402-afe7-bb4ea50ca22e', '7f91b1a4-795d-4e31-aca2-603cd22ea574', '1', E'\\xabababababababababababababababab', E'\\x42a241252d26512e0ca173020d7e65e35ce81966c13f70630da1e9296b5680cb', 'order/6', 'order_placed', '7f91b1a4-795d-4e31-aca2-603cd22ea574', 'sales', '{"user": "7f91b1a4-795d-4e31-aca2-603cd22ea574", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}'),
  ('25', '100', '19100', '2026-03-02 10:27:00+00', '04c335e1-ea26-4387-8b28-183451293a7a', '7f91b1a4-795d-4e31-aca2-603cd22ea574', '3', E'\\xabababababababababababababababab', E'\\xa1456ce5fbe495ef93388aa7a442653f7ad727a0d4eb7034960b76740d014a65', 'wallet/7f91b1a4-795d-4e31-aca2-603cd22ea574', 'wallet_corrected', 'db0525b4-25f8-41f1-be9c-928a3065e94d', 'corrections', '{"reason": "half", "corrects": 24}'),
  ('26', '-40', '19060', '2026-03-02 10:34:00+00', 'd4156d88-bb9b-4d98-9bdc-ed2e353b9c38', '7f91b1a4-795d-4e31-aca2-603cd22ea574', '4', E'\\xabababababababababababababababab', E'\\x1b73843e5a31e76abbbf72dce8fc4604ff3b98ca88397928de1107deed4e7b7c', 'wallet/7f91b1a4-795d-4e31-aca2-603cd22ea574', 'wallet_corrected', 'db0525b4-25f8-41f1-be9c-928a3065e94d', 'corrections', '{"reason": "too much", "corrects": 25}'),
  ('27', '440', '19500', '2026-03-02 10:41:00+00', '721bf1e9-c506-45b4-b98d-6ee32168defa', '7f91b1a4-795d-4e31-aca2-603cd22ea574', '2', E'\\xabababababababababababababababab', E'\\xf39244e2aabbfff3f2a8d4b4aa8d3e768e57659a3d7afb19f5e0391084781488', 'order/6', 'order_rejected', 'db0525b4-25f8-41f1-be9c-928a3065e94d', 'sales', '{"reason": "no stock"}'),
  ('28', '500', '20000', '2026-03-02 10:48:00+00', '7a898c40-8deb-45c6-85f1-77a1b51dfe77', '7f91b1a4-795d-4e31-aca2-603cd22ea574', '3', E'\\xabababababababababababababababab', E'\\xf9a8ac715872be5247309655ab9011f241b7ea1fcf921e6ef9c75dd112b38d53', 'order/2', 'order_rejected', 'db0525b4-25f8-41f1-be9c-928a3065e94d', 'sales', '{"reason": null}'),
  ('29', null, null, '2026-03-02 10:55:00+00', '307557cd-2928-4f7b-bf69-2842df912612', null, '1', E'\\xabababababababababababababababab', E'\\x65188c7a02ebdc8dc298faa01b59d2f56191e734b3278d8ecce3e8ebce10a383', 'topup/10001', 'topup_requested', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', null, '{"user": "d62ea95c-36f1-47d4-a3f4-69c220fa068e", "amount": 6000, "purpose": "topup", "momo_transaction_id": "m10001"}'),
  ('3', null, null, '2026-03-02 08:14:00+00', '6e20e3ca-6365-428b-a529-c39f41af9329', null, '1', E'\\xabababababababababababababababab', E'\\x03e6a19a58a48291762192a69cc0991ad835282ac2aee9b7a9f4749eeb540862', 'product/mtn', 'product_created', 'system', null, '{"note": "", "image": null, "status": "available", "network": "MTNup2u", "packages": [{"id": "mtn-0", "agent": 450, "offer": "1 GB", "customer": 500, "superAgent": 400}, {"id": "mtn-1", "agent": 550, "offer": "2 GB", "customer": 600, "superAgent": 500}, {"id": "mtn-2", "agent": 650, "offer": "5 GB", "customer": 700, "superAgent": 600}, {"id": "mtn-3", "agent": 750, "offer": "10 GB", "customer": 800, "superAgent": 700}]}'),
  ('30', null, null, '2026-03-02 11:02:00+00', '3d4a2127-64bc-44a2-82a3-66658f6eff34', null, '1', E'\\xabababababababababababababababab', E'\\xc70c8253759e233461a38621835c55c8b806db1de2da6a8927db97038f545b2f', 'topup/10002', 'topup_requested', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', null, '{"user": "d62ea95c-36f1-47d4-a3f4-69c220fa068e", "amount": 6000, "purpose": "topup", "momo_transaction_id": "m10002"}'),
  ('31', null, null, '2026-03-02 11:09:00+00', '6b43b700-bcaf-498d-a4ca-6a92b050ee28', null, '1', E'\\xabababababababababababababababab', E'\\xa3e70bbea1028ce52081855645d6f5f17209a185623d5b3f6cc656eaf5c7e342', 'topup/10003', 'topup_requested', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', null, '{"user": "d62ea95c-36f1-47d4-a3f4-69c220fa068e", "amount": 6000, "purpose": "topup", "momo_transaction_id": "m10003"}'),
  ('32', '6000', '24500', '2026-03-02 11:16:00+00', '889c502d-7ce5-4e37-a67a-9a89080e0947', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '2', E'\\xabababababababababababababababab', E'\\x31670c7545f232e64fcd69deed6472af4fbefc276455d77d4dcd4eccd2c1aacc', 'topup/10001', 'topup_approved', 'db0525b4-25f8-41f1-be9c-928a3065e94d', 'momo', '{}'),
  ('33', null, null, '2026-03-02 11:16:00+00', '889c502d-7ce5-4e37-a67a-9a89080e0947', null, '2', E'\\xabababababababababababababababab', E'\\x637651b10a644b12bef8ef57251c8b6b4f1febce049bbe1d766b5d3f64f51a37', 'user/d62ea95c-36f1-47d4-a3f4-69c220fa068e', 'user_level_changed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{"after": "Agent", "before": "Customer"}'),
  ('34', null, null, '2026-03-02 11:23:00+00', 'f2ed5568-0be8-43b7-a4d0-36bd9ea0a21a', null, '2', E'\\xabababababababababababababababab', E'\\x24a051ed0b8008a4760a7c9d9587e0eeeeb18bd5d11a170f46e905e658b4f625', 'topup/10002', 'topup_declined', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{}'),
  ('35', null, null, '2026-03-02 11:30:00+00', '580c1276-e4dc-42b5-9304-32dcd1e0396a', null, '3', E'\\xabababababababababababababababab', E'\\x94887a35594093aa8fd2256cb21434255a41a6cfab06a9775b3b47a1fb90f666', 'topup/10002', 'topup_removed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{}'),
  ('36', null, null, '2026-03-02 11:37:00+00', '64787b82-63dd-4995-a939-c5e76b89d461', null, '1', E'\\xabababababababababababababababab', E'\\x57e34d36a0797de265b98ec8d0801e1a6615d3b5c34429c6f811427ed71733af', 'settings', 'list_cleared', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{"list": "order"}'),
  ('37', null, null, '2026-03-02 11:44:00+00', '76e957a9-8442-4037-8425-5c0df4f70922', null, '4', E'\\xabababababababababababababababab', E'\\xbc7780dce3a90770cd67f8e6c8177ab48019016b248693ba649d20a709f14256', 'order/2', 'order_removed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{"clearing": 36}'),
  ('38', null, null, '2026-03-02 11:51:00+00', '3f7460d3-b206-40e8-8174-4caaf1115527', null, '2', E'\\xabababababababababababababababab', E'\\x5c91367624959035f0e2e32f8aec5fb7fe93d27b738b834b714d4b1eed93d334', 'product/mtn', 'product_status_changed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{"after": "out of stock", "before": "available"}'),
  ('39', null, null, '2026-03-02 11:58:00+00', '2dc56ebb-02b1-4bef-a785-d61b5151eb27', null, '2', E'\\xabababababababababababababababab', E'\\xf787460cb731300508d8ddb59d151468ba0f48907d84750c8910cadccff3f51f', 'settings', 'notice_changed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, E'{"after": "closed   on “Sunday” \\\\ ☎", "before": ""}'),
  ('4', null, null, '2026-03-02 08:21:00+00', 'a3b448d1-9726-4bec-8ea6-4cf3b2babe98', null, '1', E'\\xabababababababababababababababab', E'\\x6a88f9203b2b4b66f3dbdef06fce17cbd52e41bbe40e5bf59bc85bcc56519086', 'user/d62ea95c-36f1-47d4-a3f4-69c220fa068e', 'user_registered', 'system', null, '{"level": "Customer"}'),
  ('40', null, null, '2026-03-02 12:05:00+00', '042c8d8b-c25c-497b-8f1d-a986cbe8da34', null, '3', E'\\xabababababababababababababababab', E'\\xb85a252380f601ac3ad02ee4441edb6053f1b65756e57c4d6abded7da9541705', 'settings', 'payment_details_changed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{"after": {"momo_account_name": "Shop", "momo_phone_number": "0244000000"}, "before": {"momo_account_name": "", "momo_phone_number": ""}}'),
  ('41', null, null, '2026-03-02 12:12:00+00', 'a4dae3e5-4b9d-4fa7-9b93-7ba09af0fa4f', null, '4', E'\\xabababababababababababababababab', E'\\x0ad17c465cf263e76990a849d6117d23c5844bedddb0f96aa1f6f0ba931c3d7e', 'settings', 'support_links_changed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{"after": {"support_chat": "", "support_group": "https://x.example/g"}, "before": {"support_chat": "", "support_group": ""}}'),
  ('42', null, null, '2026-03-02 12:19:00+00', 'f0413140-846c-44a8-baa9-621f7b56aa4d', null, '5', E'\\xabababababababababababababababab', E'\\x904f8ff5e87313429406116218b1aecf69cf65f7cc6c410ab306948994a3d477', 'settings', 'message_settings_changed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{"after": {"templates": {"order_placed": "New: {reference}", "topup_approved": "Approved: {amount}"}, "admin_phone": "0244000001", "card_number": "whole"}, "before": {"templates": {}, "admin_phone": "", "card_number": "last four"}}'),
  ('43', null, null, '2026-03-02 12:26:00+00', '66ec4e63-3440-47eb-b8a5-8f47dfd75d36', null, '2', E'\\xabababababababababababababababab', E'\\x9d03ff057553ae68105f80f93d466aa2ae9cda04ae0b87684098e664bba183fd', 'user/8a71867e-7b8e-4c95-83c8-aa44b9e17b73', 'user_status_changed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{"after": "Banned", "before": "Active"}'),
  ('44', null, null, '2026-03-02 12:33:00+00', 'c15ac002-877f-4643-aabc-bee71022c371', null, '3', E'\\xabababababababababababababababab', E'\\x7c03e2a77ef9800bb1e14bbac253f46aebde4f02f9c8675c9ed15d8819042ae1', 'user/8a71867e-7b8e-4c95-83c8-aa44b9e17b73', 'sessions_ended', '8a71867e-7b8e-4c95-83c8-aa44b9e17b73', null, '{"session": null}'),
  ('45', null, null, '2026-03-02 12:54:00+00', '9bb87edd-ce98-44f1-aa0d-e6a71152cb5b', null, '3', E'\\xabababababababababababababababab', E'\\x0049877ebf4d32b6763cc19810fb29a9576489cc75bf7c1a50682fd1df281be4', 'user/d62ea95c-36f1-47d4-a3f4-69c220fa068e', 'api_key_replaced', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', null, '{}'),
  ('46', null, null, '2026-03-02 13:01:00+00', 'ba58aa36-5574-4f1a-b6cc-102101851c6a', null, '2', E'\\xabababababababababababababababab', E'\\x73b963e5a895a8e8212c60bcba3a53194c77369ff8681ad54bb90ec41f4120d8', 'user/7f91b1a4-795d-4e31-aca2-603cd22ea574', 'user_profile_changed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{"fields": ["email", "phone"]}'),
  ('47', null, null, '2026-03-02 13:08:00+00', '7ae33645-25fb-41e2-982c-e3611921057d', null, '1', E'\\xabababababababababababababababab', E'\\xd56ff5d8f2380d2c166fb6bc44a3467142d81ea0878436c2651188a4e9f12fc5', 'user/47146875-34a1-454b-974a-c7a676bfb391', 'user_registered', 'system', null, '{"level": "Admin"}'),
  ('48', null, null, '2026-03-02 13:08:00+00', '7ae33645-25fb-41e2-982c-e3611921057d', null, '1', E'\\xabababababababababababababababab', E'\\xac11a936557a680b9234b3647844998a0b8a65588b99e59820922ce612eb3f83', 'wallet/47146875-34a1-454b-974a-c7a676bfb391', 'wallet_opened', 'system', null, '{}'),
  ('49', null, null, '2026-03-02 13:15:00+00', 'a453eea1-382b-4524-a8e7-be8cbd5471d4', null, '6', E'\\xabababababababababababababababab', E'\\xce1790fd0c09fb426db5c4de73527596c8fc34755a73b4a3f217f85c6f66f977', 'settings', 'correction_limit_changed', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{"after": 1000, "before": null}'),
  ('5', null, null, '2026-03-02 08:21:00+00', 'a3b448d1-9726-4bec-8ea6-4cf3b2babe98', null, '1', E'\\xabababababababababababababababab', E'\\xc89704ce5f467bdcb8c4b16f274c4fda32571850c5405c794c9e6f389e42cc35', 'wallet/d62ea95c-36f1-47d4-a3f4-69c220fa068e', 'wallet_opened', 'system', null, '{}'),
  ('50', null, null, '2026-03-02 13:22:00+00', '2a9790e1-2f92-4fa7-8e30-7bfe3e556528', null, '1', E'\\xabababababababababababababababab', E'\\x4b7b10dde8f72e052a0e1738fbe2680d6b62fae997af4da20f76ad70c3be8292', 'approval/2a9790e1-2f92-4fa7-8e30-7bfe3e556528', 'approval_requested', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{"kind": "correction", "user": "d62ea95c-36f1-47d4-a3f4-69c220fa068e", "amount": 2000, "reason": "large", "corrects": null}'),
  ('51', null, null, '2026-03-02 13:29:00+00', '560d2809-e925-4ac3-a345-7d540bc4196b', null, '2', E'\\xabababababababababababababababab', E'\\xce3f833fec07625843c2ea1dda7da4b2dad2a801244d52411a40cc4c6cce1dad', 'approval/2a9790e1-2f92-4fa7-8e30-7bfe3e556528', 'approval_granted', '47146875-34a1-454b-974a-c7a676bfb391', null, '{}'),
  ('52', '2000', '26500', '2026-03-02 13:29:00+00', '560d2809-e925-4ac3-a345-7d540bc4196b', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '3', E'\\xabababababababababababababababab', E'\\x2a0581a1452f30895f591dbfa0e37ffdce05160616ece8b03103a0b40acf41dd', 'wallet/d62ea95c-36f1-47d4-a3f4-69c220fa068e', 'wallet_corrected', '47146875-34a1-454b-974a-c7a676bfb391', 'corrections', '{"reason": "large", "corrects": null, "requested_by": "db0525b4-25f8-41f1-be9c-928a3065e94d"}'),
  ('53', null, null, '2026-03-02 13:36:00+00', '584eedc4-c4af-4e45-8480-f02b0edea383', null, '1', E'\\xabababababababababababababababab', E'\\xeb61bf289bf18bd0ff2c862e643bae67b4081fdc344e3ba4575f81a78f118cd6', 'approval/584eedc4-c4af-4e45-8480-f02b0edea383', 'approval_requested', 'db0525b4-25f8-41f1-be9c-928a3065e94d', null, '{"kind": "correction", "user": "d62ea95c-36f1-47d4-a3f4-69c220fa068e", "amount": 2000, "reason": "large", "corrects": null}'),
  ('54', null, null, '2026-03-02 13:43:00+00', '12348bdf-887a-4a3e-8aa9-0ec0e06a1379', null, '2', E'\\xabababababababababababababababab', E'\\x303b53cb7215ab4a0c912782fc640c129dc1784479bffd070c7345ca7c407f96', 'approval/584eedc4-c4af-4e45-8480-f02b0edea383', 'approval_declined', '47146875-34a1-454b-974a-c7a676bfb391', null, '{}'),
  ('6', null, null, '2026-03-02 08:28:00+00', 'f24ed9dd-9ef5-42c2-904e-2bfe56cd1278', null, '1', E'\\xabababababababababababababababab', E'\\x0947c2001b1fa820b9b785f2a7a36eb5311c446b11d1b28057599fa3b721a52b', 'user/7f91b1a4-795d-4e31-aca2-603cd22ea574', 'user_registered', 'system', null, '{"level": "Customer"}'),
  ('7', null, null, '2026-03-02 08:28:00+00', 'f24ed9dd-9ef5-42c2-904e-2bfe56cd1278', null, '1', E'\\xabababababababababababababababab', E'\\x2341cb847bb8da0ebcac59e3ceaf18761e629aef2080f18e9c08b66ff8cf7428', 'wallet/7f91b1a4-795d-4e31-aca2-603cd22ea574', 'wallet_opened', 'system', null, '{}'),
  ('8', null, null, '2026-03-02 08:35:00+00', 'cd87168c-9ca4-42ea-8d7c-ba72c52883ea', null, '1', E'\\xabababababababababababababababab', E'\\x0d67545ba67f6f619269028b044f3fea68310e1031bbb25323b2875b3a1f1226', 'user/8a71867e-7b8e-4c95-83c8-aa44b9e17b73', 'user_registered', 'system', null, '{"level": "Customer"}'),
  ('9', null, null, '2026-03-02 08:35:00+00', 'cd87168c-9ca4-42ea-8d7c-ba72c52883ea', null, '1', E'\\xabababababababababababababababab', E'\\xe6c120b0921a136d4888337ea4f53d07276b830fc9ded5c55b98110a8e4a8ad0', 'wallet/8a71867e-7b8e-4c95-83c8-aa44b9e17b73', 'wallet_opened', 'system', null, '{}');
insert into ledger.head (id, "position", orders_placed, recorded_at, hash, rebuilds) overriding system value values
  ('true', '54', '6', '2026-03-02 13:43:00+00', E'\\x303b53cb7215ab4a0c912782fc640c129dc1784479bffd070c7345ca7c407f96', '0');
insert into ledger.house_account (name, balance, "position") overriding system value values
  ('corrections', '-62060', '52'),
  ('momo', '-6000', '32'),
  ('sales', '2060', '28');
insert into ledger."order" (id, user_id, amount, charged_at, refunded_at, created_at, action_at, "position", version, hidden, status, product_id, package_id, network, offer, reason) overriding system value values
  ('1', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '500', '13', null, '2026-03-02 09:03:00+00', '2026-03-02 10:06:00+00', '23', '4', 'true', 'completed', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null),
  ('2', '7f91b1a4-795d-4e31-aca2-603cd22ea574', '500', '14', '28', '2026-03-02 09:10:00+00', '2026-03-02 10:48:00+00', '37', '4', 'true', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null),
  ('3', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '500', '15', null, '2026-03-02 09:17:00+00', '2026-03-02 09:52:00+00', '20', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null),
  ('4', '8a71867e-7b8e-4c95-83c8-aa44b9e17b73', '500', '16', null, '2026-03-02 09:24:00+00', '2026-03-02 09:59:00+00', '21', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null),
  ('5', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '500', '17', null, '2026-03-02 09:31:00+00', null, '17', '1', 'false', 'pending', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null),
  ('6', '7f91b1a4-795d-4e31-aca2-603cd22ea574', '500', '24', '27', '2026-03-02 10:20:00+00', '2026-03-02 10:41:00+00', '27', '2', 'false', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', 'no stock');
insert into ledger.product (id, network, status, note, image, packages, version, "position") overriding system value values
  ('mtn', 'MTNup2u', 'out of stock', '', null, '[{"id": "mtn-0", "agent": 450, "offer": "1 GB", "customer": 500, "superAgent": 400}, {"id": "mtn-1", "agent": 550, "offer": "2 GB", "customer": 600, "superAgent": 500}, {"id": "mtn-2", "agent": 650, "offer": "5 GB", "customer": 700, "superAgent": 600}, {"id": "mtn-3", "agent": 750, "offer": "10 GB", "customer": 800, "superAgent": 700}]', '2', '38');
insert into ledger.reversal (entry, reversed, "position") overriding system value values
  ('14', '500', '28'),
  ('24', '500', '27'),
  ('25', '-40', '26');
insert into ledger.sales_by_day (user_id, day, status, count, value, "position") overriding system value values
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', '2026-03-02', 'pending', '0', '0', '27'),
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', '2026-03-02', 'processing', '0', '0', '28'),
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', '2026-03-02', 'rejected', '2', '1000', '28'),
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', '2026-03-02', 'removed rejected', '1', '500', '37'),
  ('8a71867e-7b8e-4c95-83c8-aa44b9e17b73', '2026-03-02', 'pending', '0', '0', '21'),
  ('8a71867e-7b8e-4c95-83c8-aa44b9e17b73', '2026-03-02', 'processing', '1', '500', '21'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', '2026-03-02', 'completed', '1', '500', '22'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', '2026-03-02', 'pending', '1', '500', '20'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', '2026-03-02', 'processing', '1', '500', '22'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', '2026-03-02', 'removed completed', '1', '500', '23');
insert into ledger.settings (id, notice, momo_phone_number, momo_account_name, support_group, support_chat, correction_limit, admin_phone, card_number, templates, version, "position") overriding system value values
  ('true', E'closed   on “Sunday” \\ ☎', '0244000000', 'Shop', 'https://x.example/g', '', '1000', '0244000001', 'whole', '{"order_placed": "New: {reference}", "topup_approved": "Approved: {amount}"}', '6', '49');
insert into ledger.topup (id, user_id, amount, credited_at, created_at, action_at, "position", version, hidden, purpose, status, momo_transaction_id) overriding system value values
  ('10001', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '6000', '32', '2026-03-02 10:55:00+00', '2026-03-02 11:16:00+00', '32', '2', 'false', 'topup', 'approved', 'm10001'),
  ('10002', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '6000', null, '2026-03-02 11:02:00+00', '2026-03-02 11:23:00+00', '35', '3', 'true', 'topup', 'declined', 'm10002'),
  ('10003', 'd62ea95c-36f1-47d4-a3f4-69c220fa068e', '6000', null, '2026-03-02 11:09:00+00', null, '31', '1', 'false', 'topup', 'pending', 'm10003');
insert into ledger.wallet (user_id, balance, version, "position") overriding system value values
  ('47146875-34a1-454b-974a-c7a676bfb391', '0', '1', '48'),
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', '20000', '4', '28'),
  ('8a71867e-7b8e-4c95-83c8-aa44b9e17b73', '19500', '2', '16'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', '26500', '3', '52'),
  ('db0525b4-25f8-41f1-be9c-928a3065e94d', '0', '1', '2');
insert into shop.message_follower (id, "position") overriding system value values
  ('true', null);
insert into shop.order_detail (order_id, receiver, form, voucher) overriding system value values
  ('1', '0244123456', null, null),
  ('2', '0244123456', null, null),
  ('3', '0244123456', null, null),
  ('4', '0244123456', null, null),
  ('5', '0244123456', null, null),
  ('6', '0244123456', null, null);
insert into shop.sales_counted (id, "position") overriding system value values
  ('true', '0');
insert into shop."user" (id, username, phone, email, first_name, last_name, password_hash, deleted) overriding system value values
  ('47146875-34a1-454b-974a-c7a676bfb391', 'user1', '0241000001', 'user1@example.com', '', '', '$argon2id$v=19$none', 'false'),
  ('7f91b1a4-795d-4e31-aca2-603cd22ea574', 'user2', '0241000002', 'user2@example.com', '', '', '$argon2id$v=19$none', 'false'),
  ('8a71867e-7b8e-4c95-83c8-aa44b9e17b73', 'user3', '0241000003', 'user3@example.com', '', '', '$argon2id$v=19$none', 'false'),
  ('d62ea95c-36f1-47d4-a3f4-69c220fa068e', 'user4', '0241000004', 'user4@example.com', '', '', '$argon2id$v=19$none', 'false'),
  ('db0525b4-25f8-41f1-be9c-928a3065e94d', 'user5', '0241000005', 'user5@example.com', '', '', '$argon2id$v=19$none', 'false');
