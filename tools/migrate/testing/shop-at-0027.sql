insert into audit.account (user_id, level, status, deleted, registered_at, version, "position") overriding system value values
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', 'Agent', 'Active', 'false', '2026-03-02 08:21:00+00', '3', '51'),
  ('18eff99f-17eb-401a-88ee-0f32f50344d8', 'Admin', 'Active', 'false', '2026-03-02 13:22:00+00', '1', '53'),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', 'Customer', 'Active', 'false', '2026-03-02 08:28:00+00', '2', '52'),
  ('a44e04d7-451d-49e6-bb55-a8ecd2479065', 'Customer', 'Banned', 'false', '2026-03-02 08:35:00+00', '3', '50'),
  ('dfd914a3-5179-46a1-a90d-19dd7f0d5ebe', 'Agent', 'Active', 'false', '2026-03-02 12:33:00+00', '1', '46'),
  ('eee2853d-9463-489b-89b0-2f105f6df00e', 'Admin', 'Active', 'false', '2026-03-02 08:07:00+00', '1', '1');
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
  ('2000', '58'),
  ('20000', '10'),
  ('20000', '11'),
  ('20000', '12'),
  ('440', '29'),
  ('500', '30'),
  ('6000', '34');
insert into audit.approval (id, request, requested_by, requested_at, status, decided_by, decided_at, version, "position") overriding system value values
  ('3022a27e-48da-45ad-b2d8-22aa3b21409a', '{"kind": "correction", "user": "11d0bfd2-c1ad-463a-a2a3-19ee71cee942", "amount": 2000, "reason": "large", "corrects": null}', 'eee2853d-9463-489b-89b0-2f105f6df00e', '2026-03-02 13:36:00+00', 'approved', '18eff99f-17eb-401a-88ee-0f32f50344d8', '2026-03-02 13:43:00+00', '2', '57'),
  ('52a89195-decc-4118-8468-13bd955be67d', '{"kind": "correction", "user": "11d0bfd2-c1ad-463a-a2a3-19ee71cee942", "amount": 2000, "reason": "large", "corrects": null}', 'eee2853d-9463-489b-89b0-2f105f6df00e', '2026-03-02 13:50:00+00', 'declined', '18eff99f-17eb-401a-88ee-0f32f50344d8', '2026-03-02 13:57:00+00', '2', '60');
insert into audit.daily_total (list, day, status, count, value, "position") overriding system value values
  ('order', '2026-03-02', 'completed', '1', '500', '24'),
  ('order', '2026-03-02', 'pending', '1', '500', '29'),
  ('order', '2026-03-02', 'processing', '2', '1000', '30'),
  ('order', '2026-03-02', 'rejected', '2', '1000', '30'),
  ('order', '2026-03-02', 'removed completed', '1', '500', '25'),
  ('order', '2026-03-02', 'removed rejected', '1', '500', '39'),
  ('topup', '2026-03-02', 'approved', '1', '6000', '34'),
  ('topup', '2026-03-02', 'declined', '1', '6000', '36'),
  ('topup', '2026-03-02', 'pending', '1', '6000', '36'),
  ('topup', '2026-03-02', 'removed declined', '1', '6000', '37');
insert into audit.house_account (name, balance, "position") overriding system value values
  ('corrections', '-62060', '58'),
  ('momo', '-6000', '34'),
  ('opening', '-1250', '48'),
  ('sales', '2060', '30');
insert into audit.log_block (block, events, sum) overriding system value values
  ('0', '60', '-18075732741183866596');
insert into audit."order" (id, user_id, amount, charged_at, refunded_at, created_at, action_at, "position", version, hidden, status, product_id, package_id, network, offer, reason, supplier_batch) overriding system value values
  ('1', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '500', '13', null, '2026-03-02 09:03:00+00', '2026-03-02 10:06:00+00', '25', '4', 'true', 'completed', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, null),
  ('2', '77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '500', '14', '30', '2026-03-02 09:10:00+00', '2026-03-02 10:48:00+00', '39', '4', 'true', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, null),
  ('3', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '500', '15', null, '2026-03-02 09:17:00+00', '2026-03-02 09:52:00+00', '21', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, '1'),
  ('4', 'a44e04d7-451d-49e6-bb55-a8ecd2479065', '500', '16', null, '2026-03-02 09:24:00+00', '2026-03-02 09:52:00+00', '22', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, '1'),
  ('5', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '500', '17', null, '2026-03-02 09:31:00+00', null, '17', '1', 'false', 'pending', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, null),
  ('6', '77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '500', '26', '29', '2026-03-02 10:20:00+00', '2026-03-02 10:41:00+00', '29', '2', 'false', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', 'no stock', null);
insert into audit.product (id, network, status, note, image, packages, version, "position") overriding system value values
  ('mtn', 'MTNup2u', 'out of stock', '', null, '[{"id": "mtn-0", "agent": 450, "offer": "1 GB", "customer": 500, "superAgent": 400}, {"id": "mtn-1", "agent": 550, "offer": "2 GB", "customer": 600, "superAgent": 500}, {"id": "mtn-2", "agent": 650, "offer": "5 GB", "customer": 700, "superAgent": 600}, {"id": "mtn-3", "agent": 750, "offer": "10 GB", "customer": 800, "superAgent": 700}]', '2', '40');
insert into audit.reversal (entry, reversed, "position") overriding system value values
  ('14', '500', '30'),
  ('26', '500', '29'),
  ('27', '-40', '28');
insert into audit.sales_by_day (user_id, day, status, count, value, "position") overriding system value values
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '2026-03-02', 'completed', '1', '500', '24'),
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '2026-03-02', 'pending', '1', '500', '21'),
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '2026-03-02', 'processing', '1', '500', '24'),
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '2026-03-02', 'removed completed', '1', '500', '25'),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '2026-03-02', 'pending', '0', '0', '29'),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '2026-03-02', 'processing', '0', '0', '30'),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '2026-03-02', 'rejected', '2', '1000', '30'),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '2026-03-02', 'removed rejected', '1', '500', '39'),
  ('a44e04d7-451d-49e6-bb55-a8ecd2479065', '2026-03-02', 'pending', '0', '0', '22'),
  ('a44e04d7-451d-49e6-bb55-a8ecd2479065', '2026-03-02', 'processing', '1', '500', '22');
insert into audit.settings (id, notice, momo_phone_number, momo_account_name, support_group, support_chat, correction_limit, admin_phone, card_number, templates, version, "position", topup_limit, admin_factor, step_up, supplier_batches, supplier_layouts) overriding system value values
  ('true', E'closed   on “Sunday” \\ ☎', '0244000000', 'Shop', 'https://x.example/g', '', '1000', '0244000001', 'whole', '{"order_placed": "New: {reference}", "topup_approved": "Approved: {amount}"}', '9', '55', null, 'false', 'false', '1', '{"MTNup2u": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}, {"cell": "name", "title": "Name"}, {"cell": "phone", "title": "Phone"}, {"cell": "card", "title": "Card"}, {"cell": "date of birth", "title": "Date of birth"}, {"cell": "location", "title": "Location"}]}}');
insert into audit.state (id, "position", hash, recorded_at, orders_placed, commands, commands_sum) overriding system value values
  ('true', '60', E'\\x315a7eab69cf424e0538b6a788cbb83de850866e1d9b07a677f4f986f27af7d3', '2026-03-02 13:57:00+00', '6', '49', '12216232100386523287');
insert into audit.topup (id, user_id, amount, credited_at, created_at, action_at, "position", version, hidden, purpose, status, momo_transaction_id, reason) overriding system value values
  ('10001', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '6000', '34', '2026-03-02 10:55:00+00', '2026-03-02 11:16:00+00', '34', '2', 'false', 'topup', 'approved', 'm10001', null),
  ('10002', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '6000', null, '2026-03-02 11:02:00+00', '2026-03-02 11:23:00+00', '37', '3', 'true', 'topup', 'declined', 'm10002', null),
  ('10003', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '6000', null, '2026-03-02 11:09:00+00', null, '33', '1', 'false', 'topup', 'pending', 'm10003', null);
insert into audit.tree_block (index, leaves, root) overriding system value values
  ('0', E'\\xa219fe289ae193989aa2986c907314ffcd59b4618d3b7448cf2e21951fe6d73c31c4feec3dbfc8fd0ab62d209093885ddc03ff37cd42e356e2ff5de2280eb05af59c1311885693a286c069862edb5a83a46c1855b0533754a242505e88796417856cc52716435f1320f4f688264321a280a3625a91999dff362441af6bdba5278354ce865934cb1164b39af5d1eb5897fc153afca4d4b6f22ed515e47d84e57816daad573c38df8fa8d176485f74a3798cabb2a81adc5a4287691da9988df7094cbb71dc364457ddec7a97d1cb5e73086634def31f3f92da8fb783907f414cb8ccd666c344931eaff0c970e4d5068b55dcdf6ff3201fafdda29cd17d7e8d7ec658a653e7d80942f29f2f402a6ed8ac8b38761857e526acbf3782ef10c5c9ef624e195bc28309a8e877589cc4a512614b27bd53ffaecaba85f4625415d252c389f1bbef2d3402bdd2a9d8092e96b9801c37efc4e234bd90e7d57c842d935ac5af6c5e6b3cea84b4f1c27f0c044ba0dcb36af4e5d09a51766880e2ef6cdb39ff9bfe2b7e85db0f809e52312e96d5f94102f0af684648deaa924ab301e9d4458bb82e62ff7ade369eb1526a3db6df2537fe6d8bd82108c10b4382468165db66d8e815017ea7b0d8f4927ac1e22c44d967d9de641dadd710a88521a4732c375143983320889e115cdc03efcd05930105ac4aeeda235f1850b626370996dd994f27e27213a0c62f30172b29869bb17457f17b1cd18e363cc1c63422666d8ef024f69eb013e4088b9edaf145c47ac9ce1a99507ce25dcef5869c52a78fdb31db8e71c668ccb063da4fdcd9873bd015b1f7a99824dfe0155b20cb07688d2d02b5a466d1a64bd44c503970c90ebc0ce7a566671257943c5d8a4b19b285fbcb5101ce36351d67bf31d487d812589c96eceb8fce6620c81c1b891b59cf469dd3c1c4224560930366ee4e98a420a957b9270358421cf2311fe46d4e4a0c86cfbd9727fa56af105e493341ae62f7feb2f2b4175be18f14462f9e37ac07392ca3a76041182b3441d9f5dcdc2acb1e288b791a486f2796ab78d2b4d40f968eb8ad7f2b0d739174b7b4f713a02b6827096bb90c3409be8edad91f538026b9d8c69f14ed9f7751a1b3de2e31136072ad64790200464259a52337addabe46723171fdb356fbf728aa846248a0e363596b3cb848a514dcc9f3fba4ac29bfa0ef1fea5f8f67d7fdf590777e2169cab235fd5eae17d3c3b204c9629937ad86b3f6cfd951cff4f9d8f6415233e39cfa80dd8aca363551877f09cf58ba92353bdecc54d9352512acd2afdea9e07b24428e7e4573f803d2152be9a610a03699976cc437a5f06e0ce15620b31ca9b32e677962999ca36c8bc9f535a314b3afcdc7a23e8feff59460275a82adf9e2332fbd51426e6b4c3226e765306d5098dd220da21f515f937f7f3942be548c0fbbc7fe14bdd3d01fd970f51ed4ed8d7f58ca694bac083171e388cc04e5b120fff2fdf176298244978bc34c929de5ac05a8878771a56f81ee93c3743363cc6349a7963a3d41a00feb6e9cd1c453f5e8add4c89223eea7f7da47b5f830f201feedde4199d6a39cd53e8a314a4ce96b3f9924a99e206710d48b5ac2935d9442f2645b436d8fc3f53e6f99640f57300c9d5929af0f124b3d5718c96d28b46fd43296ecd1bf4295fdd78e4714fdf8042b3d93997cd77f21b0f0179e6ba48551c06204250b585dafbcb85644b6b7dc8d7049a42fd4e2df022f74eb7b3c48923398c4d1acc529937baf56d5829da114e2874947defdbbd2ed7f316d48b114c3fabdc9e057e6c5c9d7805831936dc56332663e8a27cb446accd82f203cc49c53a0f3a83ce8722d05195144c936a38f53805acb61533aaa20e60217a7641bece9f3a86994c26a26932a870d392117cf1feda02132ec1ba7b4fdb2776ca0d2d4bde360acd9bf150f01fbaf926689a6304dcc41fc1b6ff85a5eaa5b988152fa7e3e5c513a1f38d0154b9aaea32a34f97d31e478e147df95193289f81126241dbf05879228ba70165e877353724136092c0daadd1ccba73ba9dae5b31bab364a14c400787de2665c2d24adef3880e3db7ab1ca397305c4afd80380834a88c7f98992fec92e85a9df6f624b726fbd9f81cb7294f5e27f070c5cce597af4a61016db1e311f1d22f0762ed2335055591c5f7afe7d28509598b6ebcdee2ee6b49d57f47d52364e8db51e3b81985e5c023777d1bb6d92e0a8f25a3c7f161bf197345537330b2ae0a59650fec25551a7035906edeab580aea3f3080cc8912491b95216994d61780345b56ceff4fd5e57f8f0ca9c23375e33947581aa38bc7bce3bb499397546669eefdcbd4ee658b08e3fd799511cccdf8db820fdc127577872ebacb7d05fae96a1f4d7f3c36a8dd9f23406e9def2d4e31a88a2fa0c88a5ac9b5bd94a368a1406e9dd2bef0b8b49d4d355ae65f0b3d5de3f6c54f030d57800c322585c4e429688f725f871c9c253c24db166c146327d32ea7dc8c475892bdf129457cd3fc3b15c769d0209a51e0698eb75d30d94bfe30350b8909353d4eb3aac2636cdc7bed45adf5773575548c1e16f7a15d5f9c6aff6ae8faa017c652cd3a0c86a0339c2f4f5abee5195d4387dcfcef855249b652f98ac2e47c0802c269389c2f22ef3aa786cdafbe365810b74b4a378cf4b6dea8cb1b707ba4be097e0e1616552a90c009d27', null);
insert into audit.tree_wallet (wallet, movements) overriding system value values
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '6'),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '7'),
  ('a44e04d7-451d-49e6-bb55-a8ecd2479065', '2'),
  ('dfd914a3-5179-46a1-a90d-19dd7f0d5ebe', '1');
insert into audit.wallet (user_id, balance, version, "position") overriding system value values
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '26500', '3', '58'),
  ('18eff99f-17eb-401a-88ee-0f32f50344d8', '0', '1', '54'),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '20000', '4', '30'),
  ('a44e04d7-451d-49e6-bb55-a8ecd2479065', '19500', '2', '16'),
  ('dfd914a3-5179-46a1-a90d-19dd7f0d5ebe', '1250', '2', '48'),
  ('eee2853d-9463-489b-89b0-2f105f6df00e', '0', '1', '2');
insert into ledger.account (user_id, level, status, deleted, registered_at, version, "position") overriding system value values
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', 'Agent', 'Active', 'false', '2026-03-02 08:21:00+00', '3', '51'),
  ('18eff99f-17eb-401a-88ee-0f32f50344d8', 'Admin', 'Active', 'false', '2026-03-02 13:22:00+00', '1', '53'),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', 'Customer', 'Active', 'false', '2026-03-02 08:28:00+00', '2', '52'),
  ('a44e04d7-451d-49e6-bb55-a8ecd2479065', 'Customer', 'Banned', 'false', '2026-03-02 08:35:00+00', '3', '50'),
  ('dfd914a3-5179-46a1-a90d-19dd7f0d5ebe', 'Agent', 'Active', 'false', '2026-03-02 12:33:00+00', '1', '46'),
  ('eee2853d-9463-489b-89b0-2f105f6df00e', 'Admin', 'Active', 'false', '2026-03-02 08:07:00+00', '1', '1');
insert into ledger.approval (id, request, requested_by, requested_at, status, decided_by, decided_at, version, "position") overriding system value values
  ('3022a27e-48da-45ad-b2d8-22aa3b21409a', '{"kind": "correction", "user": "11d0bfd2-c1ad-463a-a2a3-19ee71cee942", "amount": 2000, "reason": "large", "corrects": null}', 'eee2853d-9463-489b-89b0-2f105f6df00e', '2026-03-02 13:36:00+00', 'approved', '18eff99f-17eb-401a-88ee-0f32f50344d8', '2026-03-02 13:43:00+00', '2', '57'),
  ('52a89195-decc-4118-8468-13bd955be67d', '{"kind": "correction", "user": "11d0bfd2-c1ad-463a-a2a3-19ee71cee942", "amount": 2000, "reason": "large", "corrects": null}', 'eee2853d-9463-489b-89b0-2f105f6df00e', '2026-03-02 13:50:00+00', 'declined', '18eff99f-17eb-401a-88ee-0f32f50344d8', '2026-03-02 13:57:00+00', '2', '60');
insert into ledger.command ("position", id, events, fingerprint, rejection) overriding system value values
  ('1', '98036e3b-12d1-42ec-aa32-f2fa85bffaa3', '2', E'\\xabababababababababababababababab', null),
  ('10', 'f926563b-5fe9-4bc3-89d2-b7d039cb4375', '1', E'\\xabababababababababababababababab', null),
  ('11', '6cbc2682-5db9-4092-9157-ac1357bac4d5', '1', E'\\xabababababababababababababababab', null),
  ('12', 'b6002eb9-f43f-4ea6-809b-b73c27006423', '1', E'\\xabababababababababababababababab', null),
  ('13', '828029a6-23fb-478d-8cf5-6ccf2e14f975', '1', E'\\xabababababababababababababababab', null),
  ('14', 'a7231b4c-b739-450a-932c-23cfdebdd00a', '1', E'\\xabababababababababababababababab', null),
  ('15', '04fc52aa-454f-462a-8e13-c57317286c27', '1', E'\\xabababababababababababababababab', null),
  ('16', '603547d7-a330-472b-a9fd-9c29341aa702', '1', E'\\xabababababababababababababababab', null),
  ('17', '4ea3cb36-56d4-45e1-8a91-02719a8c3419', '1', E'\\xabababababababababababababababab', null),
  ('18', '47bbb69a-1b83-4bf0-b21f-e862b4692edd', '1', E'\\xabababababababababababababababab', null),
  ('19', '1064a212-39a3-4aed-8753-9e9117d3bda5', '1', E'\\xabababababababababababababababab', null),
  ('20', '5ccabff5-489e-4ee7-b5b4-b81d7e34e346', '3', E'\\xabababababababababababababababab', null),
  ('23', '5dd48ae2-7180-45ed-bcd9-b480e2c41515', '1', E'\\xabababababababababababababababab', null),
  ('24', 'c5a8b30a-4689-4d6b-a8a3-a16ff3f84763', '1', E'\\xabababababababababababababababab', null),
  ('25', 'bc92ac99-c3e6-4823-b003-b3e2c93c3907', '1', E'\\xabababababababababababababababab', null),
  ('26', 'f7414a2f-491f-42d1-97fb-9c170011a8f2', '1', E'\\xabababababababababababababababab', null),
  ('27', '9aacc05a-03d6-47cf-9998-a51fce448f24', '1', E'\\xabababababababababababababababab', null),
  ('28', '0416b6ad-b9c7-4c00-984a-3e885aa8cf76', '1', E'\\xabababababababababababababababab', null),
  ('29', '843afe8a-48f7-41c1-af7e-0b419aca9a96', '1', E'\\xabababababababababababababababab', null),
  ('3', 'eb9a3053-0889-4826-9d2a-c37fd9289d44', '1', E'\\xabababababababababababababababab', null),
  ('30', 'cdad6e8a-86ec-445e-8460-bf5d35839012', '1', E'\\xabababababababababababababababab', null),
  ('31', '3afb0648-ba5f-41e4-8468-c468bf964364', '1', E'\\xabababababababababababababababab', null),
  ('32', '3dfeca69-be54-4dd9-82df-34c388eb7a2e', '1', E'\\xabababababababababababababababab', null),
  ('33', '22f36675-423f-4e8a-bb04-9fa159c6f766', '1', E'\\xabababababababababababababababab', null),
  ('34', '913b927e-99e8-4906-9b7b-5f91bbd52634', '2', E'\\xabababababababababababababababab', null),
  ('36', 'e7478753-f930-4dc2-8eeb-d871660e2bc8', '1', E'\\xabababababababababababababababab', null),
  ('37', '76a7ab13-f4b2-4f2c-91aa-6f57e0e7af5a', '1', E'\\xabababababababababababababababab', null),
  ('38', 'a3ceb809-30d7-466d-8358-4c8a962b480e', '1', E'\\xabababababababababababababababab', null),
  ('39', 'fc58c341-4e89-41cc-8527-089e62676f55', '1', E'\\xabababababababababababababababab', null),
  ('4', 'aa1cd7d1-da48-46c9-92c4-12a53ecb45c4', '2', E'\\xabababababababababababababababab', null),
  ('40', '003b1194-69a4-4c5e-9c39-22a874138615', '1', E'\\xabababababababababababababababab', null),
  ('41', 'b74689cd-5a94-45c4-86c4-4bf5a9350dcb', '1', E'\\xabababababababababababababababab', null),
  ('42', '3fd3f1d1-34f9-4b30-82c4-76d040c2489e', '1', E'\\xabababababababababababababababab', null),
  ('43', 'e1e0a3d2-d0a4-43aa-9c27-24ea4b778cf8', '1', E'\\xabababababababababababababababab', null),
  ('44', '59dfc484-333f-4081-8d82-e41c54e82a07', '1', E'\\xabababababababababababababababab', null),
  ('45', '19361cfc-aeb6-4adf-bdac-58126452f4a5', '1', E'\\xabababababababababababababababab', null),
  ('46', 'a688692d-f43a-4a89-88d6-dfd4f93ccbcd', '3', E'\\xabababababababababababababababab', null),
  ('49', '525a1626-55cc-4059-b1dd-65c321c76a27', '1', E'\\xabababababababababababababababab', null),
  ('50', '07313674-f572-4f92-a474-57e8c5a2b7b2', '0', E'\\xabababababababababababababababab', '{"code": "actor_banned"}'),
  ('50', '28a7a5d6-5a1c-4080-8ce1-9c68a129a161', '1', E'\\xabababababababababababababababab', null),
  ('51', '93946c58-d169-4e4b-8e21-cfccef3045e8', '1', E'\\xabababababababababababababababab', null),
  ('52', 'a47235f9-58ed-42df-a9d9-c7bb0ea308b8', '1', E'\\xabababababababababababababababab', null),
  ('53', 'da20be7b-7e84-49cd-bbd0-672940dcb9f5', '2', E'\\xabababababababababababababababab', null),
  ('55', 'c8b4138b-713f-47c7-b222-3ced96feae90', '1', E'\\xabababababababababababababababab', null),
  ('56', '3022a27e-48da-45ad-b2d8-22aa3b21409a', '1', E'\\xabababababababababababababababab', null),
  ('57', '81736363-8567-4532-a200-274027c25123', '2', E'\\xabababababababababababababababab', null),
  ('59', '52a89195-decc-4118-8468-13bd955be67d', '1', E'\\xabababababababababababababababab', null),
  ('6', 'cb672c90-6474-4273-8702-c93eee34cc8e', '2', E'\\xabababababababababababababababab', null),
  ('60', '583722fa-d0c0-4a32-9b0a-9839cc6be6f3', '1', E'\\xabababababababababababababababab', null),
  ('8', 'cb4b6671-f7b4-45e1-8da0-609bedadb9d7', '2', E'\\xabababababababababababababababab', null);
insert into ledger.daily_total (list, day, status, count, value, "position") overriding system value values
  ('order', '2026-03-02', 'completed', '1', '500', '24'),
  ('order', '2026-03-02', 'pending', '1', '500', '29'),
  ('order', '2026-03-02', 'processing', '2', '1000', '30'),
  ('order', '2026-03-02', 'rejected', '2', '1000', '30'),
  ('order', '2026-03-02', 'removed completed', '1', '500', '25'),
  ('order', '2026-03-02', 'removed rejected', '1', '500', '39'),
  ('topup', '2026-03-02', 'approved', '1', '6000', '34'),
  ('topup', '2026-03-02', 'declined', '1', '6000', '36'),
  ('topup', '2026-03-02', 'pending', '1', '6000', '36'),
  ('topup', '2026-03-02', 'removed declined', '1', '6000', '37');
insert into ledger.event ("position", amount, balance_after, recorded_at, command_id, wallet, version, fingerprint, hash, stream, type, actor, counterparty, data) overriding system value values
  ('1', null, null, '2026-03-02 08:07:00+00', '98036e3b-12d1-42ec-aa32-f2fa85bffaa3', null, '1', E'\\xabababababababababababababababab', E'\\x83c023fa8f16827dcb55955f57d86d5636f7d489983dc72ddcc28b92c257f188', 'user/eee2853d-9463-489b-89b0-2f105f6df00e', 'user_registered', 'system', null, '{"level": "Admin"}'),
  ('10', '20000', '20000', '2026-03-02 08:42:00+00', 'f926563b-5fe9-4bc3-89d2-b7d039cb4375', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '2', E'\\xabababababababababababababababab', E'\\xebfd589cf67a1184c97988aaa0c54b78fef738b638c81e48a835c048c3814632', 'wallet/11d0bfd2-c1ad-463a-a2a3-19ee71cee942', 'wallet_corrected', 'system', 'corrections', '{"reason": "opening", "corrects": null}'),
  ('11', '20000', '20000', '2026-03-02 08:49:00+00', '6cbc2682-5db9-4092-9157-ac1357bac4d5', '77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '2', E'\\xabababababababababababababababab', E'\\xc23ecca7a08bdd0acfa067453bcfef0793b06aeb9d636d8233c37145853f73f2', 'wallet/77e93eb6-b3a8-48e5-b2b5-7c719fc78419', 'wallet_corrected', 'system', 'corrections', '{"reason": "opening", "corrects": null}'),
  ('12', '20000', '20000', '2026-03-02 08:56:00+00', 'b6002eb9-f43f-4ea6-809b-b73c27006423', 'a44e04d7-451d-49e6-bb55-a8ecd2479065', '2', E'\\xabababababababababababababababab', E'\\xa85d58ddc7097e86189a825e4a2b251aa26cc72b095cf9f511268b70f1af26ef', 'wallet/a44e04d7-451d-49e6-bb55-a8ecd2479065', 'wallet_corrected', 'system', 'corrections', '{"reason": "opening", "corrects": null}'),
  ('13', '-500', '19500', '2026-03-02 09:03:00+00', '828029a6-23fb-478d-8cf5-6ccf2e14f975', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '1', E'\\xabababababababababababababababab', E'\\x2f6722655478e416e59b7a299135f0f714002f626cf2ea4a721708c67b06b501', 'order/1', 'order_placed', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', 'sales', '{"user": "11d0bfd2-c1ad-463a-a2a3-19ee71cee942", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}'),
  ('14', '-500', '19500', '2026-03-02 09:10:00+00', 'a7231b4c-b739-450a-932c-23cfdebdd00a', '77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '1', E'\\xabababababababababababababababab', E'\\x1d9f62ec88f6f7ff455fa19e0d3c6f7240b10444e89b63e68ccc8afc29e65395', 'order/2', 'order_placed', '77e93eb6-b3a8-48e5-b2b5-7c719fc78419', 'sales', '{"user": "77e93eb6-b3a8-48e5-b2b5-7c719fc78419", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}'),
  ('15', '-500', '19000', '2026-03-02 09:17:00+00', '04fc52aa-454f-462a-8e13-c57317286c27', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '1', E'\\xabababababababababababababababab', E'\\x7405e8de1e4218e0541a0b49b9d26aaa7aa5d2d80978e837e365a701c9a4d0af', 'order/3', 'order_placed', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', 'sales', '{"user": "11d0bfd2-c1ad-463a-a2a3-19ee71cee942", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}'),
  ('16', '-500', '19500', '2026-03-02 09:24:00+00', '603547d7-a330-472b-a9fd-9c29341aa702', 'a44e04d7-451d-49e6-bb55-a8ecd2479065', '1', E'\\xabababababababababababababababab', E'\\xc4b2ab84ff9e7ba8c05145a6b007d5ec8d2bc525720fd6461409bea7f2182ad6', 'order/4', 'order_placed', 'a44e04d7-451d-49e6-bb55-a8ecd2479065', 'sales', '{"user": "a44e04d7-451d-49e6-bb55-a8ecd2479065", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}'),
  ('17', '-500', '18500', '2026-03-02 09:31:00+00', '4ea3cb36-56d4-45e1-8a91-02719a8c3419', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '1', E'\\xabababababababababababababababab', E'\\x5ab8f581aa6f35f192d76065bd67bea70305f295d20474642d86d7edcc4e771b', 'order/5', 'order_placed', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', 'sales', '{"user": "11d0bfd2-c1ad-463a-a2a3-19ee71cee942", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}'),
  ('18', null, null, '2026-03-02 09:38:00+00', '47bbb69a-1b83-4bf0-b21f-e862b4692edd', null, '2', E'\\xabababababababababababababababab', E'\\xfd514b8043ba9c71a603e82bee01e2faf55a9d189d8ab3b6e8c33fdccb27ebc4', 'order/1', 'order_processed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{}'),
  ('19', null, null, '2026-03-02 09:45:00+00', '1064a212-39a3-4aed-8753-9e9117d3bda5', null, '2', E'\\xabababababababababababababababab', E'\\xce6370d011223b544d7aafb02eac9617cc53d9a445a3634730f6362dbe6d153f', 'order/2', 'order_processed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{}'),
  ('2', null, null, '2026-03-02 08:07:00+00', '98036e3b-12d1-42ec-aa32-f2fa85bffaa3', null, '1', E'\\xabababababababababababababababab', E'\\x37bf28bd8d502d865f2228496844281955eaea436ac784894c6dc16921917300', 'wallet/eee2853d-9463-489b-89b0-2f105f6df00e', 'wallet_opened', 'system', null, '{}'),
  ('20', null, null, '2026-03-02 09:52:00+00', '5ccabff5-489e-4ee7-b5b4-b81d7e34e346', null, '1', E'\\xabababababababababababababababab', E'\\x5ec30d471e1c221d1cf90dc1e29dbc192ad31f17e860c71464c449079e47b509', 'settings', 'supplier_batch_sent', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"batch": 1, "layout": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}]}, "orders": 2, "network": "MTNup2u"}'),
  ('21', null, null, '2026-03-02 09:52:00+00', '5ccabff5-489e-4ee7-b5b4-b81d7e34e346', null, '2', E'\\xabababababababababababababababab', E'\\x01d93b5d9332d55f46c74fb67ea71b13d4e586e93103948270dfae4af8a4a94b', 'order/3', 'order_processed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"batch": 1}'),
  ('22', null, null, '2026-03-02 09:52:00+00', '5ccabff5-489e-4ee7-b5b4-b81d7e34e346', null, '2', E'\\xabababababababababababababababab', E'\\xbec7c1fa2fac3628868802646e07cd62da9398d00d6ae40bae310cd85cf8dc52', 'order/4', 'order_processed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"batch": 1}'),
  ('23', null, null, '2026-03-02 09:59:00+00', '5dd48ae2-7180-45ed-bcd9-b480e2c41515', null, '2', E'\\xabababababababababababababababab', E'\\xd7a676e66aaa60bccdef03449b1a1bcde6568e7260f611ba184831ccaf4ee6a7', 'settings', 'supplier_layout_changed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"after": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}, {"cell": "name", "title": "Name"}, {"cell": "phone", "title": "Phone"}, {"cell": "card", "title": "Card"}, {"cell": "date of birth", "title": "Date of birth"}, {"cell": "location", "title": "Location"}]}, "before": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}]}, "network": "MTNup2u"}'),
  ('24', null, null, '2026-03-02 10:06:00+00', 'c5a8b30a-4689-4d6b-a8a3-a16ff3f84763', null, '3', E'\\xabababababababababababababababab', E'\\xee4fa3fd9284bef05248575d8ed0848aa1a1f44d3b595ad80a4bcb53299a4484', 'order/1', 'order_completed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{}'),
  ('25', null, null, '2026-03-02 10:13:00+00', 'bc92ac99-c3e6-4823-b003-b3e2c93c3907', null, '4', E'\\xabababababababababababababababab', E'\\x54e40153c59c9cac2972158d3dd10fb071b910240465d2834cb557da9494f03c', 'order/1', 'order_removed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{}'),
  ('26', '-500', '19000', '2026-03-02 10:20:00+00', 'f7414a2f-491f-42d1-97fb-9c170011a8f2', '77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '1', E'\\xabababababababababababababababab', E'\\x486c8b754e9425b32ed565292076ff6a1c6df278df5a387688e1b89b21a08077', 'order/6', 'order_placed', '77e93eb6-b3a8-48e5-b2b5-7c719fc78419', 'sales', '{"user": "77e93eb6-b3a8-48e5-b2b5-7c719fc78419", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}'),
  ('27', '100', '19100', '2026-03-02 10:27:00+00', '9aacc05a-03d6-47cf-9998-a51fce448f24', '77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '3', E'\\xabababababababababababababababab', E'\\xbd7d23d9d2ca72210aa38544bd475a95cb87eeebf0bbd297e7151f138a647f61', 'wallet/77e93eb6-b3a8-48e5-b2b5-7c719fc78419', 'wallet_corrected', 'eee2853d-9463-489b-89b0-2f105f6df00e', 'corrections', '{"reason": "half", "corrects": 26}'),
  ('28', '-40', '19060', '2026-03-02 10:34:00+00', '0416b6ad-b9c7-4c00-984a-3e885aa8cf76', '77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '4', E'\\xabababababababababababababababab', E'\\x91416aec921cfb29ac363842481172177f7d533a6103ecdb5d864873b46cc366', 'wallet/77e93eb6-b3a8-48e5-b2b5-7c719fc78419', 'wallet_corrected', 'eee2853d-9463-489b-89b0-2f105f6df00e', 'corrections', '{"reason": "too much", "corrects": 27}'),
  ('29', '440', '19500', '2026-03-02 10:41:00+00', '843afe8a-48f7-41c1-af7e-0b419aca9a96', '77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '2', E'\\xabababababababababababababababab', E'\\x8d26c50e55aaae1afc541b7a3d0eeb9c0337229a5dab33467ce26f9cd679d075', 'order/6', 'order_rejected', 'eee2853d-9463-489b-89b0-2f105f6df00e', 'sales', '{"reason": "no stock"}'),
  ('3', null, null, '2026-03-02 08:14:00+00', 'eb9a3053-0889-4826-9d2a-c37fd9289d44', null, '1', E'\\xabababababababababababababababab', E'\\x0db949d6eb017c0f74aa0b7b91688dfc7d29d43eedfa7e971b567f1774125f9a', 'product/mtn', 'product_created', 'system', null, '{"note": "", "image": null, "status": "available", "network": "MTNup2u", "packages": [{"id": "mtn-0", "agent": 450, "offer": "1 GB", "customer": 500, "superAgent": 400}, {"id": "mtn-1", "agent": 550, "offer": "2 GB", "customer": 600, "superAgent": 500}, {"id": "mtn-2", "agent": 650, "offer": "5 GB", "customer": 700, "superAgent": 600}, {"id": "mtn-3", "agent": 750, "offer": "10 GB", "customer": 800, "superAgent": 700}]}'),
  ('30', '500', '20000', '2026-03-02 10:48:00+00', 'cdad6e8a-86ec-445e-8460-bf5d35839012', '77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '3', E'\\xabababababababababababababababab', E'\\x1bba742cf90c70b2b180f19c1cfb6b71233219ff4d8a848bd2c3e1f55213c024', 'order/2', 'order_rejected', 'eee2853d-9463-489b-89b0-2f105f6df00e', 'sales', '{"reason": null}'),
  ('31', null, null, '2026-03-02 10:55:00+00', '3afb0648-ba5f-41e4-8468-c468bf964364', null, '1', E'\\xabababababababababababababababab', E'\\x4b9441a766b24078a446456c9ebdeb950cd05f9bcee6100e01352a4155044864', 'topup/10001', 'topup_requested', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', null, '{"user": "11d0bfd2-c1ad-463a-a2a3-19ee71cee942", "amount": 6000, "purpose": "topup", "momo_transaction_id": "m10001"}'),
  ('32', null, null, '2026-03-02 11:02:00+00', '3dfeca69-be54-4dd9-82df-34c388eb7a2e', null, '1', E'\\xabababababababababababababababab', E'\\xec3df98948df236cfb88c9f9b82fa8e7cddcae21df55a27e4ae770b5c0d2f8a7', 'topup/10002', 'topup_requested', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', null, '{"user": "11d0bfd2-c1ad-463a-a2a3-19ee71cee942", "amount": 6000, "purpose": "topup", "momo_transaction_id": "m10002"}'),
  ('33', null, null, '2026-03-02 11:09:00+00', '22f36675-423f-4e8a-bb04-9fa159c6f766', null, '1', E'\\xabababababababababababababababab', E'\\x94f7dcdb0c461592c1647f70d2352ce020cf5bf01f66c2e49835e10e1b6cde7d', 'topup/10003', 'topup_requested', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', null, '{"user": "11d0bfd2-c1ad-463a-a2a3-19ee71cee942", "amount": 6000, "purpose": "topup", "momo_transaction_id": "m10003"}'),
  ('34', '6000', '24500', '2026-03-02 11:16:00+00', '913b927e-99e8-4906-9b7b-5f91bbd52634', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '2', E'\\xabababababababababababababababab', E'\\xe21f454cb00d1861433a4020f4c06e6a6a5ec9ae5903b240fea8738503272ae2', 'topup/10001', 'topup_approved', 'eee2853d-9463-489b-89b0-2f105f6df00e', 'momo', '{}'),
  ('35', null, null, '2026-03-02 11:16:00+00', '913b927e-99e8-4906-9b7b-5f91bbd52634', null, '2', E'\\xabababababababababababababababab', E'\\x6c07ec6f9fb5b79d68825c9cbebf044528806e5d721f8341939aaa1872d8725b', 'user/11d0bfd2-c1ad-463a-a2a3-19ee71cee942', 'user_level_changed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"after": "Agent", "before": "Customer"}'),
  ('36', null, null, '2026-03-02 11:23:00+00', 'e7478753-f930-4dc2-8eeb-d871660e2bc8', null, '2', E'\\xabababababababababababababababab', E'\\xb16e71974c2ce130b91c3d859a2cc58170584c92dbf381273e4e6dc79f79237e', 'topup/10002', 'topup_declined', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{}'),
  ('37', null, null, '2026-03-02 11:30:00+00', '76a7ab13-f4b2-4f2c-91aa-6f57e0e7af5a', null, '3', E'\\xabababababababababababababababab', E'\\x89eeae5901696f1946833946330bb510aa2bb11681c9e20ba5b3e6adfed2cad8', 'topup/10002', 'topup_removed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{}'),
  ('38', null, null, '2026-03-02 11:37:00+00', 'a3ceb809-30d7-466d-8358-4c8a962b480e', null, '3', E'\\xabababababababababababababababab', E'\\x0d5ce1322a35674765af729957068e2908485e6052750a8ae2fb23bb1a06de55', 'settings', 'list_cleared', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"list": "order"}'),
  ('39', null, null, '2026-03-02 11:44:00+00', 'fc58c341-4e89-41cc-8527-089e62676f55', null, '4', E'\\xabababababababababababababababab', E'\\xde0bb1067b1ed58620b636798034d2f89bef1edd04f563b2ad8a6f55506903d8', 'order/2', 'order_removed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"clearing": 38}'),
  ('4', null, null, '2026-03-02 08:21:00+00', 'aa1cd7d1-da48-46c9-92c4-12a53ecb45c4', null, '1', E'\\xabababababababababababababababab', E'\\x71ce870dcd9e45bbe845d892af2fd24fea0279b293cc08e12980a94c267245f4', 'user/11d0bfd2-c1ad-463a-a2a3-19ee71cee942', 'user_registered', 'system', null, '{"level": "Customer"}'),
  ('40', null, null, '2026-03-02 11:51:00+00', '003b1194-69a4-4c5e-9c39-22a874138615', null, '2', E'\\xabababababababababababababababab', E'\\x9a1ec5b2f89e915bbf1428b7e9fddef05cbfe6c3f3f93ecd6fcde534d82d0698', 'product/mtn', 'product_status_changed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"after": "out of stock", "before": "available"}'),
  ('41', null, null, '2026-03-02 11:58:00+00', 'b74689cd-5a94-45c4-86c4-4bf5a9350dcb', null, '4', E'\\xabababababababababababababababab', E'\\x1f2bd81c6545c58480d763b2440f8455102dbc8de6733f177e1ce75528e5ab12', 'settings', 'notice_changed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, E'{"after": "closed   on “Sunday” \\\\ ☎", "before": ""}'),
  ('42', null, null, '2026-03-02 12:05:00+00', '3fd3f1d1-34f9-4b30-82c4-76d040c2489e', null, '5', E'\\xabababababababababababababababab', E'\\x4274c5d7f28246ca2584344dfe8c50784a000b232b4afc7d5b4d840bb16f395d', 'settings', 'payment_details_changed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"after": {"momo_account_name": "Shop", "momo_phone_number": "0244000000"}, "before": {"momo_account_name": "", "momo_phone_number": ""}}'),
  ('43', null, null, '2026-03-02 12:12:00+00', 'e1e0a3d2-d0a4-43aa-9c27-24ea4b778cf8', null, '6', E'\\xabababababababababababababababab', E'\\x1fd7d4c97be7e9e26b53bf891d40843f4a9d57823df4827ab138a881f936e2be', 'settings', 'support_links_changed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"after": {"support_chat": "", "support_group": "https://x.example/g"}, "before": {"support_chat": "", "support_group": ""}}'),
  ('44', null, null, '2026-03-02 12:19:00+00', '59dfc484-333f-4081-8d82-e41c54e82a07', null, '7', E'\\xabababababababababababababababab', E'\\xbbaedf1b49e4a2c9a7106440bdda3e2bb1d2ff9bfe2aeacb62c2f321fcd0fddd', 'settings', 'message_settings_changed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"after": {"templates": {"order_placed": "New: {reference}", "topup_approved": "Approved: {amount}"}, "admin_phone": "0244000001", "card_number": "whole"}, "before": {"templates": {}, "admin_phone": "", "card_number": "last four"}}'),
  ('45', null, null, '2026-03-02 12:26:00+00', '19361cfc-aeb6-4adf-bdac-58126452f4a5', null, '8', E'\\xabababababababababababababababab', E'\\x8a3fb167f2d35e81b6e1e1a8a5d4027cede63733c8fddb24acd24009278bfe91', 'settings', 'move_in_started', 'system', null, '{"users": 1, "amount": 1250, "move_in": "2fc4962f-be4d-41d0-912a-f4ef806a4d24", "products": 0}'),
  ('46', null, null, '2026-03-02 12:33:00+00', 'a688692d-f43a-4a89-88d6-dfd4f93ccbcd', null, '1', E'\\xabababababababababababababababab', E'\\xf1fc8051cf518e28b58696cdfb98b2effb82a24e94462636e6e9625a4a0dba03', 'user/dfd914a3-5179-46a1-a90d-19dd7f0d5ebe', 'user_registered', 'system', null, '{"level": "Agent"}'),
  ('47', null, null, '2026-03-02 12:33:00+00', 'a688692d-f43a-4a89-88d6-dfd4f93ccbcd', null, '1', E'\\xabababababababababababababababab', E'\\x76241eeb201026a448a20f222070e48d886072e44b053be417f20f7a8f38efce', 'wallet/dfd914a3-5179-46a1-a90d-19dd7f0d5ebe', 'wallet_opened', 'system', null, '{}'),
  ('48', '1250', '1250', '2026-03-02 12:33:00+00', 'a688692d-f43a-4a89-88d6-dfd4f93ccbcd', 'dfd914a3-5179-46a1-a90d-19dd7f0d5ebe', '2', E'\\xabababababababababababababababab', E'\\xd21c009966a09bceee0a892d0511440b5e68c8ab5d4a38ffa2519dc671834731', 'wallet/dfd914a3-5179-46a1-a90d-19dd7f0d5ebe', 'wallet_moved_in', 'system', 'opening', '{"move_in": "2fc4962f-be4d-41d0-912a-f4ef806a4d24"}'),
  ('49', null, null, '2026-03-02 12:40:00+00', '525a1626-55cc-4059-b1dd-65c321c76a27', null, '2', E'\\xabababababababababababababababab', E'\\x6f60454de78ad310c55c23bac80df2c40d690cb333047347ba39da10797aa1d9', 'user/a44e04d7-451d-49e6-bb55-a8ecd2479065', 'user_status_changed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"after": "Banned", "before": "Active"}'),
  ('5', null, null, '2026-03-02 08:21:00+00', 'aa1cd7d1-da48-46c9-92c4-12a53ecb45c4', null, '1', E'\\xabababababababababababababababab', E'\\x3ce73244625e013351e3c830dbbe767d80a1100927bdc5138f6a62460fd20e2e', 'wallet/11d0bfd2-c1ad-463a-a2a3-19ee71cee942', 'wallet_opened', 'system', null, '{}'),
  ('50', null, null, '2026-03-02 12:47:00+00', '28a7a5d6-5a1c-4080-8ce1-9c68a129a161', null, '3', E'\\xabababababababababababababababab', E'\\xdcba9088e3a3681e3a42a4a72b8626a20436ddc072f145c828ab346f653ac24a', 'user/a44e04d7-451d-49e6-bb55-a8ecd2479065', 'sessions_ended', 'a44e04d7-451d-49e6-bb55-a8ecd2479065', null, '{"session": null}'),
  ('51', null, null, '2026-03-02 13:08:00+00', '93946c58-d169-4e4b-8e21-cfccef3045e8', null, '3', E'\\xabababababababababababababababab', E'\\x90160165e517e79246fcc1b3e6a23c4f1411fc0a7c10cd8031c8a6dbe20bd609', 'user/11d0bfd2-c1ad-463a-a2a3-19ee71cee942', 'api_key_replaced', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', null, '{}'),
  ('52', null, null, '2026-03-02 13:15:00+00', 'a47235f9-58ed-42df-a9d9-c7bb0ea308b8', null, '2', E'\\xabababababababababababababababab', E'\\x5fd1a7d5672126b9e2b069f5628c7a79d0aeb2267c7777e83ede1f59ee09dc9d', 'user/77e93eb6-b3a8-48e5-b2b5-7c719fc78419', 'user_profile_changed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"fields": ["email", "phone"]}'),
  ('53', null, null, '2026-03-02 13:22:00+00', 'da20be7b-7e84-49cd-bbd0-672940dcb9f5', null, '1', E'\\xabababababababababababababababab', E'\\x607c37116d8222f277d5fe9d1a76e9d2b9d8feb9d648d7a7decd77619ed238df', 'user/18eff99f-17eb-401a-88ee-0f32f50344d8', 'user_registered', 'system', null, '{"level": "Admin"}'),
  ('54', null, null, '2026-03-02 13:22:00+00', 'da20be7b-7e84-49cd-bbd0-672940dcb9f5', null, '1', E'\\xabababababababababababababababab', E'\\x6ef62b065f5fe77c0d47605b177cbd78a0feb296d199942dc68db045636ee1f1', 'wallet/18eff99f-17eb-401a-88ee-0f32f50344d8', 'wallet_opened', 'system', null, '{}'),
  ('55', null, null, '2026-03-02 13:29:00+00', 'c8b4138b-713f-47c7-b222-3ced96feae90', null, '9', E'\\xabababababababababababababababab', E'\\x42c53aecb55a1f52558beaf9e4709fcf8af7d7c4b278c36d0121ad5b91817ccc', 'settings', 'correction_limit_changed', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"after": 1000, "before": null}'),
  ('56', null, null, '2026-03-02 13:36:00+00', '3022a27e-48da-45ad-b2d8-22aa3b21409a', null, '1', E'\\xabababababababababababababababab', E'\\x70d58b0dbbf3e467029c6734679fc5420cd54d108fefb4141dee8e4a601d752d', 'approval/3022a27e-48da-45ad-b2d8-22aa3b21409a', 'approval_requested', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"kind": "correction", "user": "11d0bfd2-c1ad-463a-a2a3-19ee71cee942", "amount": 2000, "reason": "large", "corrects": null}'),
  ('57', null, null, '2026-03-02 13:43:00+00', '81736363-8567-4532-a200-274027c25123', null, '2', E'\\xabababababababababababababababab', E'\\x740b29090c519bf91040d910611bc78dbe0adc28cf2fe9f9740849eeda4530dc', 'approval/3022a27e-48da-45ad-b2d8-22aa3b21409a', 'approval_granted', '18eff99f-17eb-401a-88ee-0f32f50344d8', null, '{}'),
  ('58', '2000', '26500', '2026-03-02 13:43:00+00', '81736363-8567-4532-a200-274027c25123', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '3', E'\\xabababababababababababababababab', E'\\x211c045651c7ff17dca9ad28c5233be1daec431d403184458f90c7e5121ccbb4', 'wallet/11d0bfd2-c1ad-463a-a2a3-19ee71cee942', 'wallet_corrected', '18eff99f-17eb-401a-88ee-0f32f50344d8', 'corrections', '{"reason": "large", "corrects": null, "requested_by": "eee2853d-9463-489b-89b0-2f105f6df00e"}'),
  ('59', null, null, '2026-03-02 13:50:00+00', '52a89195-decc-4118-8468-13bd955be67d', null, '1', E'\\xabababababababababababababababab', E'\\x5068324f740f89b8768b27d7d22bc2296c6b23f8a366714683a2c4776b3a2f62', 'approval/52a89195-decc-4118-8468-13bd955be67d', 'approval_requested', 'eee2853d-9463-489b-89b0-2f105f6df00e', null, '{"kind": "correction", "user": "11d0bfd2-c1ad-463a-a2a3-19ee71cee942", "amount": 2000, "reason": "large", "corrects": null}'),
  ('6', null, null, '2026-03-02 08:28:00+00', 'cb672c90-6474-4273-8702-c93eee34cc8e', null, '1', E'\\xabababababababababababababababab', E'\\x483ec557b80611a034d3708103e2c69de2315efe4fbd0587f75a450c4082b398', 'user/77e93eb6-b3a8-48e5-b2b5-7c719fc78419', 'user_registered', 'system', null, '{"level": "Customer"}'),
  ('60', null, null, '2026-03-02 13:57:00+00', '583722fa-d0c0-4a32-9b0a-9839cc6be6f3', null, '2', E'\\xabababababababababababababababab', E'\\x315a7eab69cf424e0538b6a788cbb83de850866e1d9b07a677f4f986f27af7d3', 'approval/52a89195-decc-4118-8468-13bd955be67d', 'approval_declined', '18eff99f-17eb-401a-88ee-0f32f50344d8', null, '{}'),
  ('7', null, null, '2026-03-02 08:28:00+00', 'cb672c90-6474-4273-8702-c93eee34cc8e', null, '1', E'\\xabababababababababababababababab', E'\\x8cbd1eedadc3d69eb7635e458fdc81439404dfc146172ba8362ec59d84e62faf', 'wallet/77e93eb6-b3a8-48e5-b2b5-7c719fc78419', 'wallet_opened', 'system', null, '{}'),
  ('8', null, null, '2026-03-02 08:35:00+00', 'cb4b6671-f7b4-45e1-8da0-609bedadb9d7', null, '1', E'\\xabababababababababababababababab', E'\\x0ba4b1c922bb9447e1c5d32da1f22fb6d52df9f82244d87c51cc28fc6cb3cc5f', 'user/a44e04d7-451d-49e6-bb55-a8ecd2479065', 'user_registered', 'system', null, '{"level": "Customer"}'),
  ('9', null, null, '2026-03-02 08:35:00+00', 'cb4b6671-f7b4-45e1-8da0-609bedadb9d7', null, '1', E'\\xabababababababababababababababab', E'\\x5d8b81ed5b6b933be9ce87f001ae2418286c8cc9a3b6a73b27999ae95bc8c787', 'wallet/a44e04d7-451d-49e6-bb55-a8ecd2479065', 'wallet_opened', 'system', null, '{}');
insert into ledger.head (id, "position", orders_placed, recorded_at, hash, rebuilds) overriding system value values
  ('true', '60', '6', '2026-03-02 13:57:00+00', E'\\x315a7eab69cf424e0538b6a788cbb83de850866e1d9b07a677f4f986f27af7d3', '0');
insert into ledger.house_account (name, balance, "position") overriding system value values
  ('corrections', '-62060', '58'),
  ('momo', '-6000', '34'),
  ('opening', '-1250', '48'),
  ('sales', '2060', '30');
insert into ledger."order" (id, user_id, amount, charged_at, refunded_at, created_at, action_at, "position", version, hidden, status, product_id, package_id, network, offer, reason, supplier_batch) overriding system value values
  ('1', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '500', '13', null, '2026-03-02 09:03:00+00', '2026-03-02 10:06:00+00', '25', '4', 'true', 'completed', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, null),
  ('2', '77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '500', '14', '30', '2026-03-02 09:10:00+00', '2026-03-02 10:48:00+00', '39', '4', 'true', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, null),
  ('3', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '500', '15', null, '2026-03-02 09:17:00+00', '2026-03-02 09:52:00+00', '21', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, '1'),
  ('4', 'a44e04d7-451d-49e6-bb55-a8ecd2479065', '500', '16', null, '2026-03-02 09:24:00+00', '2026-03-02 09:52:00+00', '22', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, '1'),
  ('5', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '500', '17', null, '2026-03-02 09:31:00+00', null, '17', '1', 'false', 'pending', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', null, null),
  ('6', '77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '500', '26', '29', '2026-03-02 10:20:00+00', '2026-03-02 10:41:00+00', '29', '2', 'false', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', 'no stock', null);
insert into ledger.product (id, network, status, note, image, packages, version, "position") overriding system value values
  ('mtn', 'MTNup2u', 'out of stock', '', null, '[{"id": "mtn-0", "agent": 450, "offer": "1 GB", "customer": 500, "superAgent": 400}, {"id": "mtn-1", "agent": 550, "offer": "2 GB", "customer": 600, "superAgent": 500}, {"id": "mtn-2", "agent": 650, "offer": "5 GB", "customer": 700, "superAgent": 600}, {"id": "mtn-3", "agent": 750, "offer": "10 GB", "customer": 800, "superAgent": 700}]', '2', '40');
insert into ledger.reversal (entry, reversed, "position") overriding system value values
  ('14', '500', '30'),
  ('26', '500', '29'),
  ('27', '-40', '28');
insert into ledger.sales_by_day (user_id, day, status, count, value, "position") overriding system value values
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '2026-03-02', 'completed', '1', '500', '24'),
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '2026-03-02', 'pending', '1', '500', '21'),
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '2026-03-02', 'processing', '1', '500', '24'),
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '2026-03-02', 'removed completed', '1', '500', '25'),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '2026-03-02', 'pending', '0', '0', '29'),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '2026-03-02', 'processing', '0', '0', '30'),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '2026-03-02', 'rejected', '2', '1000', '30'),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '2026-03-02', 'removed rejected', '1', '500', '39'),
  ('a44e04d7-451d-49e6-bb55-a8ecd2479065', '2026-03-02', 'pending', '0', '0', '22'),
  ('a44e04d7-451d-49e6-bb55-a8ecd2479065', '2026-03-02', 'processing', '1', '500', '22');
insert into ledger.settings (id, notice, momo_phone_number, momo_account_name, support_group, support_chat, correction_limit, admin_phone, card_number, templates, version, "position", topup_limit, admin_factor, step_up, supplier_batches, supplier_layouts) overriding system value values
  ('true', E'closed   on “Sunday” \\ ☎', '0244000000', 'Shop', 'https://x.example/g', '', '1000', '0244000001', 'whole', '{"order_placed": "New: {reference}", "topup_approved": "Approved: {amount}"}', '9', '55', null, 'false', 'false', '1', '{"MTNup2u": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}, {"cell": "name", "title": "Name"}, {"cell": "phone", "title": "Phone"}, {"cell": "card", "title": "Card"}, {"cell": "date of birth", "title": "Date of birth"}, {"cell": "location", "title": "Location"}]}}');
insert into ledger.topup (id, user_id, amount, credited_at, created_at, action_at, "position", version, hidden, purpose, status, momo_transaction_id, reason) overriding system value values
  ('10001', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '6000', '34', '2026-03-02 10:55:00+00', '2026-03-02 11:16:00+00', '34', '2', 'false', 'topup', 'approved', 'm10001', null),
  ('10002', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '6000', null, '2026-03-02 11:02:00+00', '2026-03-02 11:23:00+00', '37', '3', 'true', 'topup', 'declined', 'm10002', null),
  ('10003', '11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '6000', null, '2026-03-02 11:09:00+00', null, '33', '1', 'false', 'topup', 'pending', 'm10003', null);
insert into ledger.wallet (user_id, balance, version, "position") overriding system value values
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', '26500', '3', '58'),
  ('18eff99f-17eb-401a-88ee-0f32f50344d8', '0', '1', '54'),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', '20000', '4', '30'),
  ('a44e04d7-451d-49e6-bb55-a8ecd2479065', '19500', '2', '16'),
  ('dfd914a3-5179-46a1-a90d-19dd7f0d5ebe', '1250', '2', '48'),
  ('eee2853d-9463-489b-89b0-2f105f6df00e', '0', '1', '2');
insert into shop.backup (id, target, base, base_at, tails, file_id, written_from, "position", counts, shipped_at, failed_at) overriding system value values
  ('true', null, null, null, '0', null, null, '0', '{}', null, null);
insert into shop.blocks_counted (id, blocks) overriding system value values
  ('true', '0');
insert into shop.days_counted (id, "position") overriding system value values
  ('true', '0');
insert into shop.message_follower (id, "position") overriding system value values
  ('true', null);
insert into shop.move_in_key (id, key) overriding system value values
  ('true', '7f0d241d-fe65-407d-9472-03e6dd912c01608c37ac-8c95-403d-8c0a-a391e82c71f8');
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
  ('11d0bfd2-c1ad-463a-a2a3-19ee71cee942', 'user1', '0241000001', 'user1@example.com', '', '', '$argon2id$v=19$none', 'false', null, null, 'false', null, null),
  ('18eff99f-17eb-401a-88ee-0f32f50344d8', 'user2', '0241000002', 'user2@example.com', '', '', '$argon2id$v=19$none', 'false', null, null, 'false', null, null),
  ('77e93eb6-b3a8-48e5-b2b5-7c719fc78419', 'user3', '0241000003', 'user3@example.com', '', '', '$argon2id$v=19$none', 'false', null, null, 'false', null, null),
  ('a44e04d7-451d-49e6-bb55-a8ecd2479065', 'user4', '0241000004', 'user4@example.com', '', '', '$argon2id$v=19$none', 'false', null, null, 'false', null, null),
  ('dfd914a3-5179-46a1-a90d-19dd7f0d5ebe', 'user5', '0241000005', 'user5@example.com', '', '', '$argon2id$v=19$none', 'false', null, null, 'false', null, null),
  ('eee2853d-9463-489b-89b0-2f105f6df00e', 'user6', '0241000006', 'user6@example.com', '', '', '$argon2id$v=19$none', 'false', null, null, 'false', null, null);
