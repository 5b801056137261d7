insert into audit."order" (id, user_id, amount, charged_at, refunded_at, created_at, action_at, "position", version, hidden, status, product_id, package_id, network, offer, reason, supplier_batch) overriding system value values
  ('1', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '500', '13', NULL, '2026-11-25 17:25:01.057+00', '2026-11-25 17:25:01.091+00', '25', '4', 'true', 'completed', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', NULL, NULL),
  ('2', '1cc45241-2617-4b85-8ec3-de9537b9e415', '500', '14', '30', '2026-11-25 17:25:01.068+00', '2026-11-25 17:25:01.131+00', '39', '4', 'true', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', NULL, NULL),
  ('3', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '500', '15', NULL, '2026-11-25 17:25:01.073+00', '2026-11-25 17:25:01.084+00', '21', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', NULL, '1'),
  ('4', 'da8be751-96e3-4415-b553-c3763ed02c23', '500', '16', NULL, '2026-11-25 17:25:01.076+00', '2026-11-25 17:25:01.084+00', '22', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', NULL, '1'),
  ('5', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '500', '17', NULL, '2026-11-25 17:25:01.078+00', NULL, '17', '1', 'false', 'pending', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', NULL, NULL),
  ('6', '1cc45241-2617-4b85-8ec3-de9537b9e415', '500', '26', '29', '2026-11-25 17:25:01.111+00', '2026-11-25 17:25:01.128+00', '29', '2', 'false', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', 'no stock', NULL);
insert into audit.account (user_id, level, status, deleted, registered_at, version, "position") overriding system value values
  ('09402c9f-6c1b-4458-9689-d3986a95e44f', 'Admin', 'Active', 'false', '2026-11-25 17:25:01.338+00', '1', '87'),
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', 'Customer', 'Active', 'false', '2026-11-25 17:25:01.048+00', '2', '86'),
  ('21b374cd-9142-410a-adaa-b9b810bb62df', 'Admin', 'Active', 'false', '2026-11-25 17:25:01.004+00', '1', '1'),
  ('22720875-c864-44db-9f1c-ab45b43b2a3a', 'Agent', 'Active', 'false', '2026-11-25 17:25:01.183+00', '1', '46'),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', 'Agent', 'Active', 'false', '2026-11-25 17:25:01.048+00', '3', '85'),
  ('da8be751-96e3-4415-b553-c3763ed02c23', 'Customer', 'Banned', 'false', '2026-11-25 17:25:01.048+00', '3', '84');
insert into audit.alone_day (day, actor, kind, count, amount) overriding system value values
  ('2026-11-25', '21b374cd-9142-410a-adaa-b9b810bb62df', 'credit', '1', '100'),
  ('2026-11-25', '21b374cd-9142-410a-adaa-b9b810bb62df', 'debit', '1', '40'),
  ('2026-11-25', '21b374cd-9142-410a-adaa-b9b810bb62df', 'refund', '2', '940'),
  ('2026-11-25', '21b374cd-9142-410a-adaa-b9b810bb62df', 'top-up', '2', '7500'),
  ('2026-11-25', 'system', 'credit', '3', '60000');
insert into audit.amount (amount, "position") overriding system value values
  ('-40', '28'),
  ('-500', '13'),
  ('-500', '14'),
  ('-500', '15'),
  ('-500', '16'),
  ('-500', '17'),
  ('-500', '26'),
  ('100', '27'),
  ('1100', '71'),
  ('1250', '48'),
  ('1500', '59'),
  ('2000', '92'),
  ('20000', '10'),
  ('20000', '11'),
  ('20000', '12'),
  ('440', '29'),
  ('500', '30'),
  ('6000', '34'),
  ('7000', '53');
insert into audit.approval (id, request, requested_by, requested_at, status, decided_by, decided_at, version, "position") overriding system value values
  ('bd72fdc1-d323-457f-ba56-07283ce4d540', '{"kind": "correction", "user": "344d8b7c-4729-4491-8cf3-7dbea2ab1b69", "amount": 2000, "reason": "large", "corrects": null}', '21b374cd-9142-410a-adaa-b9b810bb62df', '2026-11-25 17:25:01.369+00', 'declined', '09402c9f-6c1b-4458-9689-d3986a95e44f', '2026-11-25 17:25:01.371+00', '2', '94'),
  ('cc9975dd-2e81-4b9a-b801-6c2530e6afd0', '{"kind": "correction", "user": "344d8b7c-4729-4491-8cf3-7dbea2ab1b69", "amount": 2000, "reason": "large", "corrects": null}', '21b374cd-9142-410a-adaa-b9b810bb62df', '2026-11-25 17:25:01.356+00', 'approved', '09402c9f-6c1b-4458-9689-d3986a95e44f', '2026-11-25 17:25:01.366+00', '2', '91');
insert into audit.daily_total (list, day, status, count, value, "position") overriding system value values
  ('order', '2026-11-25', 'completed', '1', '500', '24'),
  ('order', '2026-11-25', 'pending', '1', '500', '29'),
  ('order', '2026-11-25', 'processing', '2', '1000', '30'),
  ('order', '2026-11-25', 'rejected', '2', '1000', '30'),
  ('order', '2026-11-25', 'removed completed', '1', '500', '25'),
  ('order', '2026-11-25', 'removed rejected', '1', '500', '39'),
  ('topup', '2026-11-25', 'approved', '2', '13000', '53'),
  ('topup', '2026-11-25', 'declined', '1', '6000', '36'),
  ('topup', '2026-11-25', 'pending', '1', '6000', '53'),
  ('topup', '2026-11-25', 'removed declined', '1', '6000', '37');
insert into audit.days_counted (id, "position") overriding system value values
  ('true', '94');
insert into audit.house_account (name, balance, "position") overriding system value values
  ('corrections', '-63560', '92'),
  ('fees', '-178', '79'),
  ('momo', '-3500', '81'),
  ('opening', '-1250', '48'),
  ('owner', '-3000', '81'),
  ('paystack', '-7942', '79'),
  ('sales', '2060', '30'),
  ('suspense', '500', '80'),
  ('telecel', '20', '61');
insert into audit.log_block (block, events, sum) overriding system value values
  ('0', '94', '29723737687969559867');
insert into audit.payment (id, user_id, amount, fee, topup_id, received, received_at, action_at, "position", version, disputed, rail, status, transaction, reason) overriding system value values
  ('2357cf8e-6178-4246-b28c-061ec4ad15ba', NULL, '800', NULL, NULL, '64', '2026-11-25 17:25:01.273+00', '2026-11-25 17:25:01.275+00', '65', '2', 'false', 'momo', 'returned', '2357cf8e', 'not for us'),
  ('51252616-7561-4a3e-b021-2a91e2ac9d8f', NULL, '900', '18', NULL, '76', '2026-11-25 17:25:01.295+00', '2026-11-25 17:25:01.3+00', '79', '4', 'false', 'paystack', 'reversed', '51252616', NULL),
  ('770a9456-0fca-417b-9f4d-efe936c32a09', '1cc45241-2617-4b85-8ec3-de9537b9e415', '1500', '20', NULL, '56', '2026-11-25 17:25:01.234+00', '2026-11-25 17:25:01.255+00', '61', '5', 'false', 'telecel', 'reversed', '770a9456', NULL),
  ('b1fc8da5-acda-468f-9934-1955e599c33f', NULL, '500', NULL, NULL, '80', '2026-11-25 17:25:01.304+00', NULL, '80', '1', 'false', 'momo', 'received', 'b1fc8da5', NULL),
  ('ce7bf26a-3487-4fa9-adc9-9e9012d16dbd', '1cc45241-2617-4b85-8ec3-de9537b9e415', '1100', '3', NULL, '66', '2026-11-25 17:25:01.28+00', '2026-11-25 17:25:01.292+00', '75', '9', 'false', 'paystack', 'matched', 'ce7bf26a', 'the refund failed'),
  ('d2b25ed7-d8d3-4462-8884-80f7784f3e74', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '6000', NULL, '10001', '62', '2026-11-25 17:25:01.26+00', '2026-11-25 17:25:01.265+00', '63', '2', 'false', 'momo', 'matched', 'd2b25ed7', NULL),
  ('e99e6058-76b1-41d9-80d9-e5b535d1622e', '1cc45241-2617-4b85-8ec3-de9537b9e415', '7000', '137', '10004', '50', '2026-11-25 17:25:01.199+00', '2026-11-25 17:25:01.203+00', '55', '5', 'false', 'paystack', 'matched', 'e99e6058', NULL);
insert into audit.product (id, network, status, note, image, packages, version, "position") overriding system value values
  ('mtn', 'MTNup2u', 'out of stock', '', NULL, '[{"id": "mtn-0", "agent": 450, "offer": "1 GB", "customer": 500, "superAgent": 400}, {"id": "mtn-1", "agent": 550, "offer": "2 GB", "customer": 600, "superAgent": 500}, {"id": "mtn-2", "agent": 650, "offer": "5 GB", "customer": 700, "superAgent": 600}, {"id": "mtn-3", "agent": 750, "offer": "10 GB", "customer": 800, "superAgent": 700}]', '2', '40');
insert into audit.reversal (entry, reversed, "position") overriding system value values
  ('14', '500', '30'),
  ('26', '500', '29'),
  ('27', '-40', '28');
insert into audit.sales_by_day (user_id, day, status, count, value, "position") overriding system value values
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', '2026-11-25', 'pending', '0', '0', '29'),
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', '2026-11-25', 'processing', '0', '0', '30'),
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', '2026-11-25', 'rejected', '2', '1000', '30'),
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', '2026-11-25', 'removed rejected', '1', '500', '39'),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '2026-11-25', 'completed', '1', '500', '24'),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '2026-11-25', 'pending', '1', '500', '21'),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '2026-11-25', 'processing', '1', '500', '24'),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '2026-11-25', 'removed completed', '1', '500', '25'),
  ('da8be751-96e3-4415-b553-c3763ed02c23', '2026-11-25', 'pending', '0', '0', '22'),
  ('da8be751-96e3-4415-b553-c3763ed02c23', '2026-11-25', 'processing', '1', '500', '22');
insert into audit.settings (id, notice, momo_phone_number, momo_account_name, support_group, support_chat, correction_limit, admin_phone, card_number, templates, version, "position", topup_limit, admin_factor, step_up, supplier_batches, supplier_layouts) overriding system value values
  ('true', E'closed   on “Sunday” \\ ☎', '0244000000', 'Shop', 'https://x.example/g', '', '1000', '0244000001', 'whole', '{"order_placed": "New: {reference}", "topup_approved": "Approved: {amount}"}', '11', '89', NULL, 'false', 'false', '1', '{"MTNup2u": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}, {"cell": "name", "title": "Name"}, {"cell": "phone", "title": "Phone"}, {"cell": "card", "title": "Card"}, {"cell": "date of birth", "title": "Date of birth"}, {"cell": "location", "title": "Location"}]}}');
insert into audit.state (id, "position", hash, recorded_at, orders_placed, commands, commands_sum) overriding system value values
  ('true', '94', E'\\xa2a176bdd8156aed1e084a4e442f5a0fa3688befd7816cd4a1978a8fb9a45c08', '2026-11-25 17:25:01.371+00', '6', '74', '26660310948480697957');
insert into audit.topup (id, user_id, amount, credited_at, created_at, action_at, "position", version, hidden, purpose, status, momo_transaction_id, reason, payment) overriding system value values
  ('10001', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '6000', '34', '2026-11-25 17:25:01.139+00', '2026-11-25 17:25:01.152+00', '63', '2', 'false', 'topup', 'approved', 'm10001', NULL, 'd2b25ed7-d8d3-4462-8884-80f7784f3e74'),
  ('10002', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '6000', NULL, '2026-11-25 17:25:01.147+00', '2026-11-25 17:25:01.155+00', '37', '3', 'true', 'topup', 'declined', 'm10002', NULL, NULL),
  ('10003', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '6000', NULL, '2026-11-25 17:25:01.15+00', NULL, '33', '1', 'false', 'topup', 'pending', 'm10003', NULL, NULL),
  ('10004', '1cc45241-2617-4b85-8ec3-de9537b9e415', '7000', '53', '2026-11-25 17:25:01.193+00', '2026-11-25 17:25:01.203+00', '53', '2', 'false', 'topup', 'approved', NULL, NULL, 'e99e6058-76b1-41d9-80d9-e5b535d1622e');
insert into audit.topup_day (day, count, amount) overriding system value values
  ('2026-11-25', '1', '6000');
insert into audit.tree_block (index, leaves, root) overriding system value values
  ('0', E'\\xc6290ac19bc8f786257103d400f56ba8f1c0cdf7d0b8692e3f803ccbd81fcf1b87d5cebde065758db350e297161d10c98d2e225b1c0df591c411c231964165796609b92033b0e1488fa1d4e69e1e26d2898d7d8caa5a7b42585a86f35d25b78582b9fbfe49b1e2d97bd3c53afccf6895827dd09f4514b47caf11207f142938affcea39fb1886d5067ef27e82517ecb75d43710644087db99cc3ac8876e5a8d6e1b71dc78391bccce4f120d3dbc52c93caedf043f7ee09048e72ce93b3ef237f270ace761e59ea6da6bbf0920d996dd82ca9696bcf8793c8f8c90db1fdb2078a294c5fbd59a3bddd79f55c86a562ca6f89aa7e37f2d7e0b30bdba8dc05c4c2449fdbf2a4484905c24128bb03b833583e89f3befec178d49cc919ee0ee9c9a5007a745c02dd8da18a9d8c76c29b45be5d63adca2739a790e7ef09188ad6982dbf33e9edcc2238a67bd5efb03649fd015c6e1a0119d2defd265c8dd81df70c15b261f7003d24333ba3f168d2eaac9d48d1313a6c1bd3a153b0a9a03bf0dcfa19043db27367e248e7cca2ee289acbef0d112a014a06b945b46d12173f5a22f0ba6b53e7595091976bb943fd391b02db8c1b028d41bf1d8e26deb86615d9d8667011397dab926555cc2caf0666096ad75b9c205993709b0c4efa37105e6692171707ab4ff81b03085062ca0555a0f8dd5bdeca9ff0386e555e5c8dbf0ba02b0ea7d4b5261f2559fbe5ef6af0e2a96f5635d13dae88777dbb983196669183e09821966c28f3a018e5633551c031717e8fb3b1ce2745a05f4de7643df48bfb08e3235bbaead5a1ea52e5d8883b5c19d5725f5629a458c23e26ccfe7f26cd714d790af11e68580bad9791c574132cc04c7d96ea0b416c3a0fbf7806a7952f2786b05a5fd4eae4807e8ba5169abcf26abb5751ec873fe03d2f618b055f5560c856f9da21673a5570f952a1d3b07a3cfbb6dbd41981cfd2dc5408a55681e998d96cf368d3428d3511f33ab015568ed5d3bb198521512db3fcc81dda2d86c140d1a0f0759dc06006cbabc74ff0eb2328d144b84e3ca1525b38181ee892c98eef687bf5012f9122730cd699bab39ce57ff74a11b7e55328e42e52d039ced782bf207445eebcd19ed5e8a1b06834298471cc947a637da994bc2753ffbf2d1aef3bfd84fb4ee6e856dace55cb1478500d07f4c422e4d7a60776e937fb1bb56ec7c93bd7089ad88fb870d0de90a19a050ecc43fcc513f23964c698c9ffaed17814ec71298d37d79b58675b1dd490d1f103da069a281be3a92f4960d6ec5c47162940dfc4730a2e6b641951d5a167f0083fa1ccd0b2df088a41878cc0e2fa3cc7cd588e04682abc625945ead59eaf7bd3477f813a10dc3a400e9a4ed0fcd578ced8d4b44fdb6a1a34f985aa7276f2130b7fe0ab6735ae8dd459f8bc4d031c211c26a7d0a045332731c00fb64c5a0afad17ae6aa780f4db0553c072f33df96c4375d602b55f184a724cebdd4ee7846b2d20339fb88ab58d8bddf518eb0e29b04b76b66d862105db0738ae0bc358580038948cce0ea8b70dec6ac84d8123b4b1ce25272ab0cacb77a0c2877ffab949665bef5dd4251f0f4e290fa81eb2639aec38c349bf1324dc013be25aec7491bfd16930406adf69e6040d146e74c785a1e8a30cc1d669e7e924caaf4f59f3d6b90b5fc8050ca8bb1983317d7a6ddd7ce777e4973f050b96fdf1b59d2a15f2f96028c745ad51f76a26be30e38f7178c36f32458af03bd627712b16bc3f27f2fe394889af908f4205cb8d93bae950f3d3c0f48b103ae1810c6daf477851e3e60793072b075d0e75aa825bce7ad94235e7b652396fc7555e0b2022c813bae4a57f48203bf2ac70ca7cfd77ac79720afcb5e9f503939c4b3f79fe43d860cfaff3a700b862430ad8098543dd03d85ad1652abb2dcdb3c2bb91e8c6d8b7c7eadbfc5113c14500b9e3768c741200f16ea53f69327252f1f35de909b962f10e55f33431511e2feb014ef299fe78ed6f0231ebc67e71c437cd4f4a877a7c8d652144df56bb492103f9d415fe10192a50a20749daa140ccb93bf185f55510035d236eb405b70dfd0d286c96a3c87b06471d5d0e4835542df27dd433882239c981ef80969c79411e14b1e7b2a3eeed7a9ba9ff3afac977ac4a635d409cd0277c83f7f7275cee54017b6d342a1d45ad82e13538d23c3bdf7d0e37c5c5b5ccb38d8888cb879641fade5d4bb6407952c8e7a1b2f703115ad3140b78b86508216f2a61dcb14e4fb1adf894ef31010e03ee60695ca1c33723ec4d0d9775cad05599a5d71558da593e09507165911c529ab5cadaa759b0c8a06ece008096cee754b4d06e6c1d6242b6bfd575598d502fe23b12234139b07c02bb11bb38383743cdea6a5aa7ed5727d2eaa0772bc9746e478c2d1c6f2dad6ddfc30d73ae33adb11c770f2384f9a2ba4d2714f9829f8c26b448bfe8ea68b71cbc0d0f133b03c719d913337dfd7544d5eeee8e95a29211fbd21d2adb67b335cc7c318fe646cb88d8ea6e654e9f80c9e85ef67e8cea11b5d9a84313e170bbdf3188c8e2b2fd47b070fd1a2e1ed9d17506a9b2b0d9fea9fa27c6d03d03a7479ebb37ad631c2cddc12d51e8cf0e5eecc89ab3ce523306f51ee803aa005bb2c0e0bc2d91e3b0035acad2d17c6769bf2eba6121a8a37f3d9b34f52641c787ce2cd524309b05e5345c5eaf744c51cac9c2a7f64ca6daf7c6d363f1f9999d390de80f26659b9a94c2e79327bf9fd647eb38cb72d77b837106cc2103b135c162d2972111119e5bd3eb1d13f8494013201884ea052f87c7f7c2d0493ddc3647c7a063938e6ec6dce8201279ed788a54527d8601c2fb9d07ff23467b6a323328c4542cdd3f72d20f56c4444af16262184aa39b0601df914aac22b4fe359d6e3c0237fd748d0097f0f0ac3fdb34c35229fe67739c932eee84ba34ee7bf138a61577e08ddf9ca35fc6b27e0585ea5ae966a5eb58bc1533f6ad7293d033bfeba15d6b8e7284a7107c7540318e1ccb717c9ecba77d8f171927185ea9d14746aa30ce28461e104c0d6ec79461d475cc5d0b3e207eebfc19ff7c5b58f75cb455ae94f4944cee25fd392c209a7c678444e94a9643c39d8500a143159cf52aa77fb4ffceaa4e854abc5e80f543b6ce0ca58d6a695929533b6d3fb983f8d37ad5272711b1276f0cd7faf743c7776b0378161c77b59bb24def7bff6ee487c1c3a0a0febe9646c7f294306cf58bc293c65510f940fa378bd01df82e6c2b3c98a5a1222f32dcfa8ce11a2e3f86490184abf2dd75be98c83a32b127b81b01229e40faac1c21e9892e6ed66072dcf93fbfaf5e8de0a7a98a0144bdc87b8e35eedc65a004c5462b7a5d656fa0f615ef794c56589296028b3cb42e451bd034a688383f4fefc40a9085967ca933a35a840c365c4ac014695f52d15748cf406299972feaa3db30828065a1612793340e3cb312071ff98172d167755761662ef96d90ebdab5347f6cd71ec792bda86ca2f26bfbcf4e69c75fd9aa0bca8bda56b10e32441b0aef181ef997c1c79350333e866750a9e6a6da6c70bbe5dea6ab50173a532e0ea9038126b9f8b769b947a43e2ec33bb1d10a942bcba680ddadf039428acd1d2292afe813ec2abe28e29cafba836edfc9d35163903192c2e3dcc132c2d33fe0f2cf8a467fc7b07a71c6522eaaaa20e872a662f7001977701ac1ed699b8f7757d276bf320f5aef57022430941c4e33d710de8dbb5c18441a5443b03f18dfd771304099214f96c322e5be05c648ef56ac15429dd283fda66554761838558260ac989029ed9a6835aee45aeca3986c1d2b60524b2abd6879ae40ad0d92793489e09c5f7125fc1b370d59860c416763edcba195d53256ae5a0f96f73012e3eac02f439bcf3738158af0edc96afc43399c36696da5768c260ebb278fc430dc45659de9a8d23a768220bef3556b1872049bd6e3e51569352027e915c4ba438b5786538e0b33b6dc3ce54cc4481034a260e1ce39861d6ee983b75861e6466752cae57fab1cc697e606aacadd90972e674bb80d7b84d6033299fc8606167eb3934af35398094a03edc67ce24a76055dfb90215045ff9f5b56b5d4a0ec31bbe80ccf4aedaab9014f01c84a51c9b348b8546359251dd354012a313b954228e4895cbfea3f96ef63fd237d3286c087c88567786f421df4b2d845afe9f4a8fdb0070640448e1b6d0b3926600eb4d2e1d332912e9aa4cd25f500e03e', NULL);
insert into audit.tree_wallet (wallet, movements) overriding system value values
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', '10'),
  ('22720875-c864-44db-9f1c-ab45b43b2a3a', '1'),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '6'),
  ('da8be751-96e3-4415-b553-c3763ed02c23', '2');
insert into audit.wallet (user_id, balance, version, "position") overriding system value values
  ('09402c9f-6c1b-4458-9689-d3986a95e44f', '0', '1', '88'),
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', '29600', '6', '71'),
  ('21b374cd-9142-410a-adaa-b9b810bb62df', '0', '1', '2'),
  ('22720875-c864-44db-9f1c-ab45b43b2a3a', '1250', '2', '48'),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '26500', '3', '92'),
  ('da8be751-96e3-4415-b553-c3763ed02c23', '19500', '2', '16');
insert into ledger."order" (id, user_id, amount, charged_at, refunded_at, created_at, action_at, "position", version, hidden, status, product_id, package_id, network, offer, reason, supplier_batch) overriding system value values
  ('1', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '500', '13', NULL, '2026-11-25 17:25:01.057+00', '2026-11-25 17:25:01.091+00', '25', '4', 'true', 'completed', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', NULL, NULL),
  ('2', '1cc45241-2617-4b85-8ec3-de9537b9e415', '500', '14', '30', '2026-11-25 17:25:01.068+00', '2026-11-25 17:25:01.131+00', '39', '4', 'true', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', NULL, NULL),
  ('3', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '500', '15', NULL, '2026-11-25 17:25:01.073+00', '2026-11-25 17:25:01.084+00', '21', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', NULL, '1'),
  ('4', 'da8be751-96e3-4415-b553-c3763ed02c23', '500', '16', NULL, '2026-11-25 17:25:01.076+00', '2026-11-25 17:25:01.084+00', '22', '2', 'false', 'processing', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', NULL, '1'),
  ('5', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '500', '17', NULL, '2026-11-25 17:25:01.078+00', NULL, '17', '1', 'false', 'pending', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', NULL, NULL),
  ('6', '1cc45241-2617-4b85-8ec3-de9537b9e415', '500', '26', '29', '2026-11-25 17:25:01.111+00', '2026-11-25 17:25:01.128+00', '29', '2', 'false', 'rejected', 'mtn', 'mtn-0', 'MTNup2u', '1 GB', 'no stock', NULL);
insert into ledger.account (user_id, level, status, deleted, registered_at, version, "position") overriding system value values
  ('09402c9f-6c1b-4458-9689-d3986a95e44f', 'Admin', 'Active', 'false', '2026-11-25 17:25:01.338+00', '1', '87'),
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', 'Customer', 'Active', 'false', '2026-11-25 17:25:01.048+00', '2', '86'),
  ('21b374cd-9142-410a-adaa-b9b810bb62df', 'Admin', 'Active', 'false', '2026-11-25 17:25:01.004+00', '1', '1'),
  ('22720875-c864-44db-9f1c-ab45b43b2a3a', 'Agent', 'Active', 'false', '2026-11-25 17:25:01.183+00', '1', '46'),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', 'Agent', 'Active', 'false', '2026-11-25 17:25:01.048+00', '3', '85'),
  ('da8be751-96e3-4415-b553-c3763ed02c23', 'Customer', 'Banned', 'false', '2026-11-25 17:25:01.048+00', '3', '84');
insert into ledger.approval (id, request, requested_by, requested_at, status, decided_by, decided_at, version, "position") overriding system value values
  ('bd72fdc1-d323-457f-ba56-07283ce4d540', '{"kind": "correction", "user": "344d8b7c-4729-4491-8cf3-7dbea2ab1b69", "amount": 2000, "reason": "large", "corrects": null}', '21b374cd-9142-410a-adaa-b9b810bb62df', '2026-11-25 17:25:01.369+00', 'declined', '09402c9f-6c1b-4458-9689-d3986a95e44f', '2026-11-25 17:25:01.371+00', '2', '94'),
  ('cc9975dd-2e81-4b9a-b801-6c2530e6afd0', '{"kind": "correction", "user": "344d8b7c-4729-4491-8cf3-7dbea2ab1b69", "amount": 2000, "reason": "large", "corrects": null}', '21b374cd-9142-410a-adaa-b9b810bb62df', '2026-11-25 17:25:01.356+00', 'approved', '09402c9f-6c1b-4458-9689-d3986a95e44f', '2026-11-25 17:25:01.366+00', '2', '91');
insert into ledger.command ("position", id, events, fingerprint, rejection) overriding system value values
  ('1', '378638d5-27a2-4bc9-9fd2-d2ae7f8ea1d0', '2', E'\\xabababababababababababababababab', NULL),
  ('10', 'df3fce92-c6cf-4665-be9a-a4c9464a31f1', '1', E'\\xabababababababababababababababab', NULL),
  ('11', '38792eac-2da0-4b00-b4d8-9b36af395eba', '1', E'\\xabababababababababababababababab', NULL),
  ('12', 'df7ff0a6-e5f7-4849-92ae-7291ea9065dc', '1', E'\\xabababababababababababababababab', NULL),
  ('13', '233ba72c-946f-4c21-a401-c496b55b33e5', '1', E'\\xabababababababababababababababab', NULL),
  ('14', '59025a4c-c418-488c-8f48-6210f919ef03', '1', E'\\xabababababababababababababababab', NULL),
  ('15', 'fd8d0c70-b28f-4892-a722-834c15215e18', '1', E'\\xabababababababababababababababab', NULL),
  ('16', '29ae663e-2e5b-4477-97b4-2fa168083f74', '1', E'\\xabababababababababababababababab', NULL),
  ('17', '989346fe-7485-496f-b42f-890e207b64f6', '1', E'\\xabababababababababababababababab', NULL),
  ('18', 'baa59c4f-92ee-402d-8802-3c6d0292e8da', '1', E'\\xabababababababababababababababab', NULL),
  ('19', 'feb71c1b-8f12-4ada-a5cf-d3856a4e285f', '1', E'\\xabababababababababababababababab', NULL),
  ('20', '6e6f3526-7bc0-4e31-a29a-237aafeacb6d', '3', E'\\xabababababababababababababababab', NULL),
  ('23', '954d1954-b8e2-463b-938d-aab3fcf069b9', '1', E'\\xabababababababababababababababab', NULL),
  ('24', 'f12bcdb8-e022-4bc5-a353-afed063e78cf', '1', E'\\xabababababababababababababababab', NULL),
  ('25', 'e35edf4a-0e74-40fb-8188-940b3f5771fe', '1', E'\\xabababababababababababababababab', NULL),
  ('26', 'd27c920a-867a-4c02-94df-3927d0cfafa8', '1', E'\\xabababababababababababababababab', NULL),
  ('27', 'fd8e518a-b61e-4a67-90d5-c237033d96bd', '1', E'\\xabababababababababababababababab', NULL),
  ('28', 'fe0db4fc-a777-4547-b72d-96b617638a8e', '1', E'\\xabababababababababababababababab', NULL),
  ('29', '37642625-3bd8-48ae-9c7d-5f6bf4d8be4c', '1', E'\\xabababababababababababababababab', NULL),
  ('3', 'd67a6090-a1c4-462a-b4b8-de0a0927cb17', '1', E'\\xabababababababababababababababab', NULL),
  ('30', '4fb82ead-5316-426c-941c-109684491e81', '1', E'\\xabababababababababababababababab', NULL),
  ('31', 'c8d03600-788c-429c-ba34-30274087730a', '1', E'\\xabababababababababababababababab', NULL),
  ('32', '9763b57d-7845-4cf6-9b96-81aef7da3994', '1', E'\\xabababababababababababababababab', NULL),
  ('33', '982bed72-6663-48ca-877c-c84d925c7b7a', '1', E'\\xabababababababababababababababab', NULL),
  ('34', '67dd230c-8e8e-42f6-bd1f-cfd31237bfcc', '2', E'\\xabababababababababababababababab', NULL),
  ('36', '09994737-5399-47a8-8c9e-3e35be84f370', '1', E'\\xabababababababababababababababab', NULL),
  ('37', 'c463cc40-1d2b-415c-a550-9be4b833fccd', '1', E'\\xabababababababababababababababab', NULL),
  ('38', 'e4410a67-0f63-4ee0-ad47-ab38a8cfa728', '1', E'\\xabababababababababababababababab', NULL),
  ('39', '6361d4bd-e365-40a6-936e-89ae1fcdcccd', '1', E'\\xabababababababababababababababab', NULL),
  ('4', 'c91404e5-e7b9-4769-b7e0-1957b6d22148', '2', E'\\xabababababababababababababababab', NULL),
  ('40', '9935a891-27d5-47f5-b53d-64fa8cf06eed', '1', E'\\xabababababababababababababababab', NULL),
  ('41', 'a93a509d-04ab-46f2-afdb-dab272c5b79e', '1', E'\\xabababababababababababababababab', NULL),
  ('42', 'a9687638-8afb-420b-a073-b5d4230c9a39', '1', E'\\xabababababababababababababababab', NULL),
  ('43', 'fa223013-9f16-45b5-8ce6-edc36890bfe1', '1', E'\\xabababababababababababababababab', NULL),
  ('44', '9fac9530-d329-4069-ab53-953d141a202a', '1', E'\\xabababababababababababababababab', NULL),
  ('45', '08c09b9b-f5ad-43fd-8c30-9bad29d62112', '1', E'\\xabababababababababababababababab', NULL),
  ('46', '9b0d0918-7cc5-4e64-aa5a-e858961e8cc7', '3', E'\\xabababababababababababababababab', NULL),
  ('49', '49fb0664-3263-4148-9d9e-408f0e5aa0c3', '1', E'\\xabababababababababababababababab', NULL),
  ('50', 'dbebec46-4420-48e3-8351-d56385e628f2', '2', E'\\xabababababababababababababababab', NULL),
  ('52', '28400212-e0f0-43eb-bfbc-e2d93c32fe98', '2', E'\\xabababababababababababababababab', NULL),
  ('54', '54a9c576-27ff-44a9-a57e-5f5450f71758', '1', E'\\xabababababababababababababababab', NULL),
  ('55', '4e82dc3c-d771-4da8-a149-91f822a1937e', '1', E'\\xabababababababababababababababab', NULL),
  ('56', '7a2cebb5-e0ce-46d5-bb62-df6f67bffe09', '1', E'\\xabababababababababababababababab', NULL),
  ('57', '84dd7fb3-a49b-475a-ad75-642164251fed', '1', E'\\xabababababababababababababababab', NULL),
  ('58', '1981e6a8-468e-48b2-a4e6-8486b1f5ab3a', '2', E'\\xabababababababababababababababab', NULL),
  ('6', '428bd512-3ac9-4bdb-b78b-72bd72521449', '2', E'\\xabababababababababababababababab', NULL),
  ('60', 'ec7c425c-ccdc-4697-b9e1-ec0083657c7b', '1', E'\\xabababababababababababababababab', NULL),
  ('61', 'f813f4b7-1d0e-4b90-bac3-609a6f2cb2aa', '1', E'\\xabababababababababababababababab', NULL),
  ('62', '0d4b51dd-0ecd-492c-929c-4b60ac5c8cd5', '1', E'\\xabababababababababababababababab', NULL),
  ('63', '8480238a-8c09-472e-afe1-2969719efb4c', '1', E'\\xabababababababababababababababab', NULL),
  ('64', '7e63a07b-24a3-4747-b424-b3dea994519d', '1', E'\\xabababababababababababababababab', NULL),
  ('65', 'c704845b-b150-4399-9d4d-e2da6625794a', '1', E'\\xabababababababababababababababab', NULL),
  ('66', '74dba5ea-e1cb-4650-9b6c-a4f818228cff', '2', E'\\xabababababababababababababababab', NULL),
  ('68', 'dc9b0b56-19ac-4466-9ae6-c3aeea7c456a', '1', E'\\xabababababababababababababababab', NULL),
  ('69', '7127250d-2999-490c-beb8-e8c2610a6128', '1', E'\\xabababababababababababababababab', NULL),
  ('70', 'c2143ba3-76a3-4138-9a0f-58d94af43972', '2', E'\\xabababababababababababababababab', NULL),
  ('72', '283adafc-f2fc-4c3e-8941-d96dd17a71fb', '2', E'\\xabababababababababababababababab', NULL),
  ('74', 'd7b8f211-ecf2-41bd-9885-2da07fdc411e', '2', E'\\xabababababababababababababababab', NULL),
  ('76', '589bbf7a-310c-49f8-8239-2cb9e73f1455', '2', E'\\xabababababababababababababababab', NULL),
  ('78', '95b23f4e-8e9d-4cd8-acf3-8ad4f04db12c', '2', E'\\xabababababababababababababababab', NULL),
  ('8', '4ce50c67-138e-46e3-87b5-63c8801d404d', '2', E'\\xabababababababababababababababab', NULL),
  ('80', '6c289e92-b8b5-48d8-af8f-b91258c6a3bb', '1', E'\\xabababababababababababababababab', NULL),
  ('81', '0730a8f2-a2e4-46c5-aa26-4d5cf4598967', '1', E'\\xabababababababababababababababab', NULL),
  ('82', 'ccfa29b8-5fd7-4c2c-9dd3-5e4c1c38ca28', '1', E'\\xabababababababababababababababab', NULL),
  ('83', '014c3aa1-01a6-462a-b7e1-69c6bd4cead3', '1', E'\\xabababababababababababababababab', NULL),
  ('84', 'e70859d3-fa3e-4261-a7fc-bcb93f0fe351', '1', E'\\xabababababababababababababababab', NULL),
  ('84', 'f755c1e0-64eb-4a05-8c2e-4d30bf54aead', '0', E'\\xabababababababababababababababab', '{"code": "actor_banned"}'),
  ('85', 'af12ca78-cc99-4190-813a-30588409f444', '1', E'\\xabababababababababababababababab', NULL),
  ('86', '46bb29af-e7d0-4764-9dba-5149a2d61558', '1', E'\\xabababababababababababababababab', NULL),
  ('87', '258242fe-90f5-4af4-a8ab-2e6dbd2be52d', '2', E'\\xabababababababababababababababab', NULL),
  ('89', '4c7b3904-185f-4fd3-8e9c-07c3287bf14a', '1', E'\\xabababababababababababababababab', NULL),
  ('90', 'cc9975dd-2e81-4b9a-b801-6c2530e6afd0', '1', E'\\xabababababababababababababababab', NULL),
  ('91', '6eca8342-91d0-4cd6-8a67-395d787a6852', '2', E'\\xabababababababababababababababab', NULL),
  ('93', 'bd72fdc1-d323-457f-ba56-07283ce4d540', '1', E'\\xabababababababababababababababab', NULL),
  ('94', 'a68d2510-71bd-46e3-8b68-fa52674ada36', '1', E'\\xabababababababababababababababab', NULL);
insert into ledger.daily_total (list, day, status, count, value, "position") overriding system value values
  ('order', '2026-11-25', 'completed', '1', '500', '24'),
  ('order', '2026-11-25', 'pending', '1', '500', '29'),
  ('order', '2026-11-25', 'processing', '2', '1000', '30'),
  ('order', '2026-11-25', 'rejected', '2', '1000', '30'),
  ('order', '2026-11-25', 'removed completed', '1', '500', '25'),
  ('order', '2026-11-25', 'removed rejected', '1', '500', '39'),
  ('topup', '2026-11-25', 'approved', '2', '13000', '53'),
  ('topup', '2026-11-25', 'declined', '1', '6000', '36'),
  ('topup', '2026-11-25', 'pending', '1', '6000', '53'),
  ('topup', '2026-11-25', 'removed declined', '1', '6000', '37');
insert into ledger.event ("position", amount, balance_after, recorded_at, command_id, wallet, version, fingerprint, hash, stream, type, actor, counterparty, data, house) overriding system value values
  ('1', NULL, NULL, '2026-11-25 17:25:01.004+00', '378638d5-27a2-4bc9-9fd2-d2ae7f8ea1d0', NULL, '1', E'\\xabababababababababababababababab', E'\\x19355bf4064dec9ca441043f9017df567ebca3e9d3ca9d709b504fb6c6480ee9', 'user/21b374cd-9142-410a-adaa-b9b810bb62df', 'user_registered', 'system', NULL, '{"level": "Admin"}', NULL),
  ('10', '20000', '20000', '2026-11-25 17:25:01.051+00', 'df3fce92-c6cf-4665-be9a-a4c9464a31f1', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '2', E'\\xabababababababababababababababab', E'\\x7cba98dd469fed11d17803568a325d8fbe96b3552e4e735f620524bec0f49c69', 'wallet/344d8b7c-4729-4491-8cf3-7dbea2ab1b69', 'wallet_corrected', 'system', 'corrections', '{"reason": "opening", "corrects": null}', NULL),
  ('11', '20000', '20000', '2026-11-25 17:25:01.051+00', '38792eac-2da0-4b00-b4d8-9b36af395eba', '1cc45241-2617-4b85-8ec3-de9537b9e415', '2', E'\\xabababababababababababababababab', E'\\x59d65b7f2fcb912f975e9fb07aa6d2067869f82d3b31ee4a020d97209c098af7', 'wallet/1cc45241-2617-4b85-8ec3-de9537b9e415', 'wallet_corrected', 'system', 'corrections', '{"reason": "opening", "corrects": null}', NULL),
  ('12', '20000', '20000', '2026-11-25 17:25:01.052+00', 'df7ff0a6-e5f7-4849-92ae-7291ea9065dc', 'da8be751-96e3-4415-b553-c3763ed02c23', '2', E'\\xabababababababababababababababab', E'\\x9d3c99f5aeeb9f4cdc8a5b74c4be74d959c1c21da8ef589d0bc5824245bf1232', 'wallet/da8be751-96e3-4415-b553-c3763ed02c23', 'wallet_corrected', 'system', 'corrections', '{"reason": "opening", "corrects": null}', NULL),
  ('13', '-500', '19500', '2026-11-25 17:25:01.057+00', '233ba72c-946f-4c21-a401-c496b55b33e5', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '1', E'\\xabababababababababababababababab', E'\\x3ace88eac37f12a3578ea64c0057db584457e5606cd53e218bb3a8adc7b9ce68', 'order/1', 'order_placed', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', 'sales', '{"user": "344d8b7c-4729-4491-8cf3-7dbea2ab1b69", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}', NULL),
  ('14', '-500', '19500', '2026-11-25 17:25:01.068+00', '59025a4c-c418-488c-8f48-6210f919ef03', '1cc45241-2617-4b85-8ec3-de9537b9e415', '1', E'\\xabababababababababababababababab', E'\\xe700744da7323e3338fef7fa25560f97a62496a55beebe0dc9d8e7fa9b0dc665', 'order/2', 'order_placed', '1cc45241-2617-4b85-8ec3-de9537b9e415', 'sales', '{"user": "1cc45241-2617-4b85-8ec3-de9537b9e415", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}', NULL),
  ('15', '-500', '19000', '2026-11-25 17:25:01.073+00', 'fd8d0c70-b28f-4892-a722-834c15215e18', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '1', E'\\xabababababababababababababababab', E'\\xa08583ef297e9034ab97951488324e49e31af1f5ad7dbdad0ac2f62b73e81fb5', 'order/3', 'order_placed', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', 'sales', '{"user": "344d8b7c-4729-4491-8cf3-7dbea2ab1b69", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}', NULL),
  ('16', '-500', '19500', '2026-11-25 17:25:01.076+00', '29ae663e-2e5b-4477-97b4-2fa168083f74', 'da8be751-96e3-4415-b553-c3763ed02c23', '1', E'\\xabababababababababababababababab', E'\\xd9f532112353efe444f4c7cff6fb97225abaf23767d4baa33a36b6d30e667635', 'order/4', 'order_placed', 'da8be751-96e3-4415-b553-c3763ed02c23', 'sales', '{"user": "da8be751-96e3-4415-b553-c3763ed02c23", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}', NULL),
  ('17', '-500', '18500', '2026-11-25 17:25:01.078+00', '989346fe-7485-496f-b42f-890e207b64f6', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '1', E'\\xabababababababababababababababab', E'\\xac66f4adbed4892c5d5832f2c36baa380c6c13c4edecb4031a1a2c014a7d5b0c', 'order/5', 'order_placed', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', 'sales', '{"user": "344d8b7c-4729-4491-8cf3-7dbea2ab1b69", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}', NULL),
  ('18', NULL, NULL, '2026-11-25 17:25:01.08+00', 'baa59c4f-92ee-402d-8802-3c6d0292e8da', NULL, '2', E'\\xabababababababababababababababab', E'\\x9aa21e2dadd3329f1b12dc81d2383074cb6c82f5a13f885f5417606591172b71', 'order/1', 'order_processed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{}', NULL),
  ('19', NULL, NULL, '2026-11-25 17:25:01.083+00', 'feb71c1b-8f12-4ada-a5cf-d3856a4e285f', NULL, '2', E'\\xabababababababababababababababab', E'\\x1fb3afc6c26cf1752fa198fcbf2ab77bfb5a5e87c9a6675e520214970e2da6ee', 'order/2', 'order_processed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{}', NULL),
  ('2', NULL, NULL, '2026-11-25 17:25:01.004+00', '378638d5-27a2-4bc9-9fd2-d2ae7f8ea1d0', NULL, '1', E'\\xabababababababababababababababab', E'\\xee98f1f1dd8ab02cdad5e6b8cf1fc41cab8e8325cde9aea3c1232ad74c09ca91', 'wallet/21b374cd-9142-410a-adaa-b9b810bb62df', 'wallet_opened', 'system', NULL, '{}', NULL),
  ('20', NULL, NULL, '2026-11-25 17:25:01.084+00', '6e6f3526-7bc0-4e31-a29a-237aafeacb6d', NULL, '1', E'\\xabababababababababababababababab', E'\\xe0776d08824eec13e1244b7884ce4b9797966ee6a3a291c80744164fe8bc89b7', 'settings', 'supplier_batch_sent', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"batch": 1, "layout": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}]}, "orders": 2, "network": "MTNup2u"}', NULL),
  ('21', NULL, NULL, '2026-11-25 17:25:01.084+00', '6e6f3526-7bc0-4e31-a29a-237aafeacb6d', NULL, '2', E'\\xabababababababababababababababab', E'\\x4a57b4080a3fa68d8c8fff77fbfddff3d31dd7b1045ad6e42cad00928151f048', 'order/3', 'order_processed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"batch": 1}', NULL),
  ('22', NULL, NULL, '2026-11-25 17:25:01.084+00', '6e6f3526-7bc0-4e31-a29a-237aafeacb6d', NULL, '2', E'\\xabababababababababababababababab', E'\\x09a74c647053ba6fcd4dffc8b47f6f38d49dc99045fafce5e60e47ff1219e76c', 'order/4', 'order_processed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"batch": 1}', NULL),
  ('23', NULL, NULL, '2026-11-25 17:25:01.088+00', '954d1954-b8e2-463b-938d-aab3fcf069b9', NULL, '2', E'\\xabababababababababababababababab', E'\\x44a68eba336a93b59532cfc6ca98acdbe70ee00dc08de073854a43a00b86d3b7', 'settings', 'supplier_layout_changed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"after": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}, {"cell": "name", "title": "Name"}, {"cell": "phone", "title": "Phone"}, {"cell": "card", "title": "Card"}, {"cell": "date of birth", "title": "Date of birth"}, {"cell": "location", "title": "Location"}]}, "before": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}]}, "network": "MTNup2u"}', NULL),
  ('24', NULL, NULL, '2026-11-25 17:25:01.091+00', 'f12bcdb8-e022-4bc5-a353-afed063e78cf', NULL, '3', E'\\xabababababababababababababababab', E'\\x20b957a93f139607b173b9188215901d6a09eefc0b87df927079d1e7d9411cc5', 'order/1', 'order_completed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{}', NULL),
  ('25', NULL, NULL, '2026-11-25 17:25:01.093+00', 'e35edf4a-0e74-40fb-8188-940b3f5771fe', NULL, '4', E'\\xabababababababababababababababab', E'\\xfb92874af56a3e0711d20b581e3cd0c021b4d5e9dbc32edfc5a802fae2abe268', 'order/1', 'order_removed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{}', NULL),
  ('26', '-500', '19000', '2026-11-25 17:25:01.111+00', 'd27c920a-867a-4c02-94df-3927d0cfafa8', '1cc45241-2617-4b85-8ec3-de9537b9e415', '1', E'\\xabababababababababababababababab', E'\\x4baac9bd3cd03da4c03a5df8095192b573e652f4493b660149796c41c98073a8', 'order/6', 'order_placed', '1cc45241-2617-4b85-8ec3-de9537b9e415', 'sales', '{"user": "1cc45241-2617-4b85-8ec3-de9537b9e415", "offer": "1 GB", "amount": 500, "network": "MTNup2u", "package": "mtn-0", "product": "mtn"}', NULL),
  ('27', '100', '19100', '2026-11-25 17:25:01.119+00', 'fd8e518a-b61e-4a67-90d5-c237033d96bd', '1cc45241-2617-4b85-8ec3-de9537b9e415', '3', E'\\xabababababababababababababababab', E'\\xd166d6c983d23769b01379183e9f32a0e8bc335308a6ae89afc4122a82b46dff', 'wallet/1cc45241-2617-4b85-8ec3-de9537b9e415', 'wallet_corrected', '21b374cd-9142-410a-adaa-b9b810bb62df', 'corrections', '{"reason": "half", "corrects": 26}', NULL),
  ('28', '-40', '19060', '2026-11-25 17:25:01.126+00', 'fe0db4fc-a777-4547-b72d-96b617638a8e', '1cc45241-2617-4b85-8ec3-de9537b9e415', '4', E'\\xabababababababababababababababab', E'\\xc3d0a6677f1dbd8967776c7c826c1241802a7b7a047d0f56ddfba6c9d6eb78ad', 'wallet/1cc45241-2617-4b85-8ec3-de9537b9e415', 'wallet_corrected', '21b374cd-9142-410a-adaa-b9b810bb62df', 'corrections', '{"reason": "too much", "corrects": 27}', NULL),
  ('29', '440', '19500', '2026-11-25 17:25:01.128+00', '37642625-3bd8-48ae-9c7d-5f6bf4d8be4c', '1cc45241-2617-4b85-8ec3-de9537b9e415', '2', E'\\xabababababababababababababababab', E'\\x7f25f11190b1be54e6fd5c8b611b2a97558be9ebef0d91e5c6cb692a284d82c4', 'order/6', 'order_rejected', '21b374cd-9142-410a-adaa-b9b810bb62df', 'sales', '{"reason": "no stock"}', NULL),
  ('3', NULL, NULL, '2026-11-25 17:25:01.032+00', 'd67a6090-a1c4-462a-b4b8-de0a0927cb17', NULL, '1', E'\\xabababababababababababababababab', E'\\x1ed5c5b13a3a889fd787b67bbcc9293cfdc1e93990cbf5e7c4ce83d89d10bbd2', 'product/mtn', 'product_created', 'system', NULL, '{"note": "", "image": null, "status": "available", "network": "MTNup2u", "packages": [{"id": "mtn-0", "agent": 450, "offer": "1 GB", "customer": 500, "superAgent": 400}, {"id": "mtn-1", "agent": 550, "offer": "2 GB", "customer": 600, "superAgent": 500}, {"id": "mtn-2", "agent": 650, "offer": "5 GB", "customer": 700, "superAgent": 600}, {"id": "mtn-3", "agent": 750, "offer": "10 GB", "customer": 800, "superAgent": 700}]}', NULL),
  ('30', '500', '20000', '2026-11-25 17:25:01.131+00', '4fb82ead-5316-426c-941c-109684491e81', '1cc45241-2617-4b85-8ec3-de9537b9e415', '3', E'\\xabababababababababababababababab', E'\\x8d32366d15972c6501400915755d0d8ea063b0006be5b995b1d0c4222430ab11', 'order/2', 'order_rejected', '21b374cd-9142-410a-adaa-b9b810bb62df', 'sales', '{"reason": null}', NULL),
  ('31', NULL, NULL, '2026-11-25 17:25:01.139+00', 'c8d03600-788c-429c-ba34-30274087730a', NULL, '1', E'\\xabababababababababababababababab', E'\\x36492b3b43faebbf66a98d9cdf396cdd0fa2558b8a472e9e84503f79271d60f8', 'topup/10001', 'topup_requested', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', NULL, '{"user": "344d8b7c-4729-4491-8cf3-7dbea2ab1b69", "amount": 6000, "purpose": "topup", "momo_transaction_id": "m10001"}', NULL),
  ('32', NULL, NULL, '2026-11-25 17:25:01.147+00', '9763b57d-7845-4cf6-9b96-81aef7da3994', NULL, '1', E'\\xabababababababababababababababab', E'\\x25911a1eecbdffec1b7db97dd2592ea5e9db051c062d9ef35d8b5402ef48e98f', 'topup/10002', 'topup_requested', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', NULL, '{"user": "344d8b7c-4729-4491-8cf3-7dbea2ab1b69", "amount": 6000, "purpose": "topup", "momo_transaction_id": "m10002"}', NULL),
  ('33', NULL, NULL, '2026-11-25 17:25:01.15+00', '982bed72-6663-48ca-877c-c84d925c7b7a', NULL, '1', E'\\xabababababababababababababababab', E'\\x47a022d41773d1919e5f2ee0fa913c0aaecc09c5a0eea6f4d17318505fa74a63', 'topup/10003', 'topup_requested', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', NULL, '{"user": "344d8b7c-4729-4491-8cf3-7dbea2ab1b69", "amount": 6000, "purpose": "topup", "momo_transaction_id": "m10003"}', NULL),
  ('34', '6000', '24500', '2026-11-25 17:25:01.152+00', '67dd230c-8e8e-42f6-bd1f-cfd31237bfcc', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '2', E'\\xabababababababababababababababab', E'\\x2c8f5281c036538baed1a741d0a0aff438f4502376e7e25c9adc173fae45aa05', 'topup/10001', 'topup_approved', '21b374cd-9142-410a-adaa-b9b810bb62df', 'momo', '{}', NULL),
  ('35', NULL, NULL, '2026-11-25 17:25:01.152+00', '67dd230c-8e8e-42f6-bd1f-cfd31237bfcc', NULL, '2', E'\\xabababababababababababababababab', E'\\x35d70a9d1c57c1aff345ff58af90f9f1a28c26c8e24976779428dd6ffc1dd459', 'user/344d8b7c-4729-4491-8cf3-7dbea2ab1b69', 'user_level_changed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"after": "Agent", "before": "Customer"}', NULL),
  ('36', NULL, NULL, '2026-11-25 17:25:01.155+00', '09994737-5399-47a8-8c9e-3e35be84f370', NULL, '2', E'\\xabababababababababababababababab', E'\\x339b028dc6b4137c5696e4af2580194de0743391678a3dec2df953981d37eb44', 'topup/10002', 'topup_declined', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{}', NULL),
  ('37', NULL, NULL, '2026-11-25 17:25:01.156+00', 'c463cc40-1d2b-415c-a550-9be4b833fccd', NULL, '3', E'\\xabababababababababababababababab', E'\\xafec83a5f864aa89558db26f6c203aa5ef5bbf12884288d1446abc8997c8ce37', 'topup/10002', 'topup_removed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{}', NULL),
  ('38', NULL, NULL, '2026-11-25 17:25:01.159+00', 'e4410a67-0f63-4ee0-ad47-ab38a8cfa728', NULL, '3', E'\\xabababababababababababababababab', E'\\xd4973e4d32dbf493b994618b390eac4bec7009ee201f045d97052cc433d55c10', 'settings', 'list_cleared', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"list": "order"}', NULL),
  ('39', NULL, NULL, '2026-11-25 17:25:01.161+00', '6361d4bd-e365-40a6-936e-89ae1fcdcccd', NULL, '4', E'\\xabababababababababababababababab', E'\\xaf82683753d09b2f30dc77643bc98a41430a92884d745865fd7efc19c06da9de', 'order/2', 'order_removed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"clearing": 38}', NULL),
  ('4', NULL, NULL, '2026-11-25 17:25:01.048+00', 'c91404e5-e7b9-4769-b7e0-1957b6d22148', NULL, '1', E'\\xabababababababababababababababab', E'\\xb48e99cac25aa4365d8d60b5d299b2e34f3abffea279e6c08551c66f145ec1f7', 'user/344d8b7c-4729-4491-8cf3-7dbea2ab1b69', 'user_registered', 'system', NULL, '{"level": "Customer"}', NULL),
  ('40', NULL, NULL, '2026-11-25 17:25:01.162+00', '9935a891-27d5-47f5-b53d-64fa8cf06eed', NULL, '2', E'\\xabababababababababababababababab', E'\\x5085c1beadd9e5ad39c36d881bc952db2a0fc13061b140ac9f8b6b8cd112d6b6', 'product/mtn', 'product_status_changed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"after": "out of stock", "before": "available"}', NULL),
  ('41', NULL, NULL, '2026-11-25 17:25:01.163+00', 'a93a509d-04ab-46f2-afdb-dab272c5b79e', NULL, '4', E'\\xabababababababababababababababab', E'\\xcb3672de9a3dffa016871baa3eb3e7f4ee900953588d8f41bc91cf9834622f94', 'settings', 'notice_changed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, E'{"after": "closed   on “Sunday” \\\\ ☎", "before": ""}', NULL),
  ('42', NULL, NULL, '2026-11-25 17:25:01.169+00', 'a9687638-8afb-420b-a073-b5d4230c9a39', NULL, '5', E'\\xabababababababababababababababab', E'\\xf7ca181e19ee40a3f6a259249ca88a48d73c69a3d18419f070aa331f35d3b461', 'settings', 'payment_details_changed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"after": {"momo_account_name": "Shop", "momo_phone_number": "0244000000"}, "before": {"momo_account_name": "", "momo_phone_number": ""}}', NULL),
  ('43', NULL, NULL, '2026-11-25 17:25:01.171+00', 'fa223013-9f16-45b5-8ce6-edc36890bfe1', NULL, '6', E'\\xabababababababababababababababab', E'\\x6ded6f7af7d395c8711284e26bbdceb2ed951c0e9cfd3f3de0d5aa0115aeb5ee', 'settings', 'support_links_changed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"after": {"support_chat": "", "support_group": "https://x.example/g"}, "before": {"support_chat": "", "support_group": ""}}', NULL),
  ('44', NULL, NULL, '2026-11-25 17:25:01.175+00', '9fac9530-d329-4069-ab53-953d141a202a', NULL, '7', E'\\xabababababababababababababababab', E'\\x8a9bb1f6f365299f74e3c6547d25e3782dd3eac205181d5f148a78f874c74735', 'settings', 'message_settings_changed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"after": {"templates": {"order_placed": "New: {reference}", "topup_approved": "Approved: {amount}"}, "admin_phone": "0244000001", "card_number": "whole"}, "before": {"templates": {}, "admin_phone": "", "card_number": "last four"}}', NULL),
  ('45', NULL, NULL, '2026-11-25 17:25:01.179+00', '08c09b9b-f5ad-43fd-8c30-9bad29d62112', NULL, '8', E'\\xabababababababababababababababab', E'\\x69e7347dc7760106c2ecf60d4d2ad4b0a64edc60d4e040b77e95e91ca8d01207', 'settings', 'move_in_started', 'system', NULL, '{"users": 1, "amount": 1250, "move_in": "a2b159e3-dffb-454e-882d-db17f7b61e23", "products": 0}', NULL),
  ('46', NULL, NULL, '2026-11-25 17:25:01.183+00', '9b0d0918-7cc5-4e64-aa5a-e858961e8cc7', NULL, '1', E'\\xabababababababababababababababab', E'\\xe23ad2974929f67f193432954ea6807aa4ecb32faf8657613c38dcf2a08c3834', 'user/22720875-c864-44db-9f1c-ab45b43b2a3a', 'user_registered', 'system', NULL, '{"level": "Agent"}', NULL),
  ('47', NULL, NULL, '2026-11-25 17:25:01.183+00', '9b0d0918-7cc5-4e64-aa5a-e858961e8cc7', NULL, '1', E'\\xabababababababababababababababab', E'\\x929e5de81023f24776745120e1376567c70fd0811168247d02abab7fc6c60c15', 'wallet/22720875-c864-44db-9f1c-ab45b43b2a3a', 'wallet_opened', 'system', NULL, '{}', NULL),
  ('48', '1250', '1250', '2026-11-25 17:25:01.183+00', '9b0d0918-7cc5-4e64-aa5a-e858961e8cc7', '22720875-c864-44db-9f1c-ab45b43b2a3a', '2', E'\\xabababababababababababababababab', E'\\xbe60c67f059e301cbbea6baa0a1d9abaa7bf101bcadedfb00c70f82b772eaa48', 'wallet/22720875-c864-44db-9f1c-ab45b43b2a3a', 'wallet_moved_in', 'system', 'opening', '{"move_in": "a2b159e3-dffb-454e-882d-db17f7b61e23"}', NULL),
  ('49', NULL, NULL, '2026-11-25 17:25:01.193+00', '49fb0664-3263-4148-9d9e-408f0e5aa0c3', NULL, '1', E'\\xabababababababababababababababab', E'\\x6347b2530c29960d79c6e8780b5f03aa42767534dcb6cf8ab16ee3966c684dec', 'topup/10004', 'topup_requested', '1cc45241-2617-4b85-8ec3-de9537b9e415', NULL, '{"user": "1cc45241-2617-4b85-8ec3-de9537b9e415", "amount": 7000, "purpose": "topup", "momo_transaction_id": null}', NULL),
  ('5', NULL, NULL, '2026-11-25 17:25:01.048+00', 'c91404e5-e7b9-4769-b7e0-1957b6d22148', NULL, '1', E'\\xabababababababababababababababab', E'\\xae103886ee4f61d5232d51c9b16640522d883c71cb84fbdd5fc4b51a0ca691d5', 'wallet/344d8b7c-4729-4491-8cf3-7dbea2ab1b69', 'wallet_opened', 'system', NULL, '{}', NULL),
  ('50', '7000', NULL, '2026-11-25 17:25:01.199+00', 'dbebec46-4420-48e3-8351-d56385e628f2', NULL, '1', E'\\xabababababababababababababababab', E'\\xf7e2dd809c7c34f21d6e075a167326b27308d280c4687483cf22e3e88a68f7ae', 'payment/e99e6058-76b1-41d9-80d9-e5b535d1622e', 'payment_received', 'system', 'paystack', '{"rail": "paystack", "transaction": "e99e6058"}', 'suspense'),
  ('51', '137', NULL, '2026-11-25 17:25:01.199+00', 'dbebec46-4420-48e3-8351-d56385e628f2', NULL, '2', E'\\xabababababababababababababababab', E'\\x7f344556d7a316f2a86a6899d976978f648c7e936687b41db6a49e0985508412', 'payment/e99e6058-76b1-41d9-80d9-e5b535d1622e', 'payment_fee_charged', 'system', 'fees', '{"rail": "paystack"}', 'paystack'),
  ('52', NULL, NULL, '2026-11-25 17:25:01.203+00', '28400212-e0f0-43eb-bfbc-e2d93c32fe98', NULL, '3', E'\\xabababababababababababababababab', E'\\xac67016ec2b490b740b7381f65ee9fa632359d86e3aa4b8f49bdd1252c0ad065', 'payment/e99e6058-76b1-41d9-80d9-e5b535d1622e', 'payment_matched', 'system', NULL, '{"user": "1cc45241-2617-4b85-8ec3-de9537b9e415", "topup": 10004}', NULL),
  ('53', '7000', '27000', '2026-11-25 17:25:01.203+00', '28400212-e0f0-43eb-bfbc-e2d93c32fe98', '1cc45241-2617-4b85-8ec3-de9537b9e415', '2', E'\\xabababababababababababababababab', E'\\xd1f7efb2387d266c989629c4528fdde627d271d0ee81903ce91775d675a10b09', 'topup/10004', 'topup_approved', 'system', 'suspense', '{"payment": "e99e6058-76b1-41d9-80d9-e5b535d1622e"}', NULL),
  ('54', NULL, NULL, '2026-11-25 17:25:01.22+00', '54a9c576-27ff-44a9-a57e-5f5450f71758', NULL, '4', E'\\xabababababababababababababababab', E'\\xbf7d6252bd6bb5b1137b5cfbadc0d0c4035fd51b34c0850c14fd9529d42e596e', 'payment/e99e6058-76b1-41d9-80d9-e5b535d1622e', 'payment_disputed', 'system', NULL, '{}', NULL),
  ('55', NULL, NULL, '2026-11-25 17:25:01.229+00', '4e82dc3c-d771-4da8-a149-91f822a1937e', NULL, '5', E'\\xabababababababababababababababab', E'\\x7430799851a7ec6988dd3a69e2eb5367b7a6225da4c6477066630f24e0fd3353', 'payment/e99e6058-76b1-41d9-80d9-e5b535d1622e', 'payment_dispute_won', 'system', NULL, '{}', NULL),
  ('56', '1500', NULL, '2026-11-25 17:25:01.234+00', '7a2cebb5-e0ce-46d5-bb62-df6f67bffe09', NULL, '1', E'\\xabababababababababababababababab', E'\\x135d9af9ef2fc239afec21ebdde0dff4419d98aeebebd91ea893d0d11abdceb7', 'payment/770a9456-0fca-417b-9f4d-efe936c32a09', 'payment_received', 'system', 'telecel', '{"rail": "telecel", "transaction": "770a9456"}', 'suspense'),
  ('57', NULL, NULL, '2026-11-25 17:25:01.243+00', '84dd7fb3-a49b-475a-ad75-642164251fed', NULL, '2', E'\\xabababababababababababababababab', E'\\xec900507b8f2cfbea4f1fe7f372202994cfac786ce10b718214f109a14dae645', 'payment/770a9456-0fca-417b-9f4d-efe936c32a09', 'payment_held', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"reason": "whose is it?"}', NULL),
  ('58', NULL, NULL, '2026-11-25 17:25:01.246+00', '1981e6a8-468e-48b2-a4e6-8486b1f5ab3a', NULL, '3', E'\\xabababababababababababababababab', E'\\x8f5afe0eefe0f3a8f181c47906aab48a831bfa5f892dc43bc2be5881b3eb7dde', 'payment/770a9456-0fca-417b-9f4d-efe936c32a09', 'payment_matched', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"user": "1cc45241-2617-4b85-8ec3-de9537b9e415", "topup": null}', NULL),
  ('59', '1500', '28500', '2026-11-25 17:25:01.246+00', '1981e6a8-468e-48b2-a4e6-8486b1f5ab3a', '1cc45241-2617-4b85-8ec3-de9537b9e415', '5', E'\\xabababababababababababababababab', E'\\x9da2073bfd62ec561b38a174fae6a8cc5c017aed605707c6ddba7f848e66441f', 'wallet/1cc45241-2617-4b85-8ec3-de9537b9e415', 'wallet_funded', '21b374cd-9142-410a-adaa-b9b810bb62df', 'suspense', '{"payment": "770a9456-0fca-417b-9f4d-efe936c32a09"}', NULL),
  ('6', NULL, NULL, '2026-11-25 17:25:01.048+00', '428bd512-3ac9-4bdb-b78b-72bd72521449', NULL, '1', E'\\xabababababababababababababababab', E'\\x47d5fec424a979348201309446d58aff7f02b083f83dd99c96029a2c5e1158c1', 'user/1cc45241-2617-4b85-8ec3-de9537b9e415', 'user_registered', 'system', NULL, '{"level": "Customer"}', NULL),
  ('60', '20', NULL, '2026-11-25 17:25:01.249+00', 'ec7c425c-ccdc-4697-b9e1-ec0083657c7b', NULL, '4', E'\\xabababababababababababababababab', E'\\x8836f56a961c08319ff1f3ae88b19aaf015c6e47b10a479adc3398fe70664cda', 'payment/770a9456-0fca-417b-9f4d-efe936c32a09', 'payment_fee_charged', 'system', 'fees', '{"rail": "telecel"}', 'telecel'),
  ('61', '1500', NULL, '2026-11-25 17:25:01.255+00', 'f813f4b7-1d0e-4b90-bac3-609a6f2cb2aa', NULL, '5', E'\\xabababababababababababababababab', E'\\x890fb25ff4bd7282d26fcad0e81627b5795eb57bfaac94d669a6b2ab044e064e', 'payment/770a9456-0fca-417b-9f4d-efe936c32a09', 'payment_reversed', 'system', 'corrections', '{}', 'telecel'),
  ('62', '6000', NULL, '2026-11-25 17:25:01.26+00', '0d4b51dd-0ecd-492c-929c-4b60ac5c8cd5', NULL, '1', E'\\xabababababababababababababababab', E'\\x7f70666f016635eda946da13e40632d5afd74d3fae39164448c0a285cdc75909', 'payment/d2b25ed7-d8d3-4462-8884-80f7784f3e74', 'payment_received', 'system', 'momo', '{"rail": "momo", "transaction": "d2b25ed7"}', 'suspense'),
  ('63', '6000', NULL, '2026-11-25 17:25:01.265+00', '8480238a-8c09-472e-afe1-2969719efb4c', NULL, '2', E'\\xabababababababababababababababab', E'\\xc286295ffb2ee752f3daa9327426e0a4a1066050adcf5b91daf51a9e787663cb', 'payment/d2b25ed7-d8d3-4462-8884-80f7784f3e74', 'payment_covered', '21b374cd-9142-410a-adaa-b9b810bb62df', 'suspense', '{"user": "344d8b7c-4729-4491-8cf3-7dbea2ab1b69", "topup": 10001}', 'momo'),
  ('64', '800', NULL, '2026-11-25 17:25:01.273+00', '7e63a07b-24a3-4747-b424-b3dea994519d', NULL, '1', E'\\xabababababababababababababababab', E'\\x5fb89975d1079e59dcfce6e38e415283f62c749f47175ff1acbfa5ff6c4e6c57', 'payment/2357cf8e-6178-4246-b28c-061ec4ad15ba', 'payment_received', 'system', 'momo', '{"rail": "momo", "transaction": "2357cf8e"}', 'suspense'),
  ('65', '800', NULL, '2026-11-25 17:25:01.275+00', 'c704845b-b150-4399-9d4d-e2da6625794a', NULL, '2', E'\\xabababababababababababababababab', E'\\x6f033b8a529bf75df6cc0f3bce70e1ea074dd483a3ec8df882cc94fc3805c4ef', 'payment/2357cf8e-6178-4246-b28c-061ec4ad15ba', 'payment_returned', '21b374cd-9142-410a-adaa-b9b810bb62df', 'suspense', '{"reason": "not for us"}', 'momo'),
  ('66', '1100', NULL, '2026-11-25 17:25:01.28+00', '74dba5ea-e1cb-4650-9b6c-a4f818228cff', NULL, '1', E'\\xabababababababababababababababab', E'\\x329dd7c299ba71362801a8f972ef084c96df1923303f6731f0e2a510f49e8184', 'payment/ce7bf26a-3487-4fa9-adc9-9e9012d16dbd', 'payment_received', 'system', 'paystack', '{"rail": "paystack", "transaction": "ce7bf26a"}', 'suspense'),
  ('67', '3', NULL, '2026-11-25 17:25:01.28+00', '74dba5ea-e1cb-4650-9b6c-a4f818228cff', NULL, '2', E'\\xabababababababababababababababab', E'\\x073bcfa62889ba2c6a70bee10b9c6d7f1353024ce100d738ff392bde394c8926', 'payment/ce7bf26a-3487-4fa9-adc9-9e9012d16dbd', 'payment_fee_charged', 'system', 'fees', '{"rail": "paystack"}', 'paystack'),
  ('68', '1100', NULL, '2026-11-25 17:25:01.282+00', 'dc9b0b56-19ac-4466-9ae6-c3aeea7c456a', NULL, '3', E'\\xabababababababababababababababab', E'\\xbcbcbc30a8fae05f46ca4473e4d3f1e6d37a13e3f44f44abe5f6dee5a01b4b21', 'payment/ce7bf26a-3487-4fa9-adc9-9e9012d16dbd', 'payment_returned', '21b374cd-9142-410a-adaa-b9b810bb62df', 'suspense', '{"reason": "not for us"}', 'paystack'),
  ('69', '1100', NULL, '2026-11-25 17:25:01.288+00', '7127250d-2999-490c-beb8-e8c2610a6128', NULL, '4', E'\\xabababababababababababababababab', E'\\x2b7ec1ccb024e7ccf152b97cbad37767846ca7a60679870db963889cd969052c', 'payment/ce7bf26a-3487-4fa9-adc9-9e9012d16dbd', 'payment_return_failed', 'system', 'paystack', '{"reason": "the refund failed"}', 'suspense'),
  ('7', NULL, NULL, '2026-11-25 17:25:01.048+00', '428bd512-3ac9-4bdb-b78b-72bd72521449', NULL, '1', E'\\xabababababababababababababababab', E'\\xa1e54c6ce23390c467c7ba2556e88925fa9f4a6af8215b01749d0baff0baaacf', 'wallet/1cc45241-2617-4b85-8ec3-de9537b9e415', 'wallet_opened', 'system', NULL, '{}', NULL),
  ('70', NULL, NULL, '2026-11-25 17:25:01.289+00', 'c2143ba3-76a3-4138-9a0f-58d94af43972', NULL, '5', E'\\xabababababababababababababababab', E'\\xe4bce847a3c27120c3c07ae6d1290d10de1778af562fa480e8d6a43ec31a2c06', 'payment/ce7bf26a-3487-4fa9-adc9-9e9012d16dbd', 'payment_matched', 'system', NULL, '{"user": "1cc45241-2617-4b85-8ec3-de9537b9e415", "topup": null}', NULL),
  ('71', '1100', '29600', '2026-11-25 17:25:01.289+00', 'c2143ba3-76a3-4138-9a0f-58d94af43972', '1cc45241-2617-4b85-8ec3-de9537b9e415', '6', E'\\xabababababababababababababababab', E'\\x5250f28931599ae4120c32fd8073dfaeb182a8dfe4c461b13d99b87253a89540', 'wallet/1cc45241-2617-4b85-8ec3-de9537b9e415', 'wallet_funded', 'system', 'suspense', '{"payment": "ce7bf26a-3487-4fa9-adc9-9e9012d16dbd"}', NULL),
  ('72', '1100', NULL, '2026-11-25 17:25:01.291+00', '283adafc-f2fc-4c3e-8941-d96dd17a71fb', NULL, '6', E'\\xabababababababababababababababab', E'\\xfbfb428ec29708b294c7327c1a5489011077377bb12479019c6c8f0120fd2686', 'payment/ce7bf26a-3487-4fa9-adc9-9e9012d16dbd', 'payment_reversed', 'system', 'corrections', '{}', 'paystack'),
  ('73', '19', NULL, '2026-11-25 17:25:01.291+00', '283adafc-f2fc-4c3e-8941-d96dd17a71fb', NULL, '7', E'\\xabababababababababababababababab', E'\\x4acde1303d3f4dac934b980be88ff6b72868af1121480757bc2379cfa6517296', 'payment/ce7bf26a-3487-4fa9-adc9-9e9012d16dbd', 'payment_fee_charged', 'system', 'fees', '{"rail": "paystack"}', 'paystack'),
  ('74', '1100', NULL, '2026-11-25 17:25:01.292+00', 'd7b8f211-ecf2-41bd-9885-2da07fdc411e', NULL, '8', E'\\xabababababababababababababababab', E'\\x7a7e2ea253a227682a02289194fef196b621b546899b0c91bd1b176451ceed8d', 'payment/ce7bf26a-3487-4fa9-adc9-9e9012d16dbd', 'payment_return_failed', 'system', 'paystack', '{"reason": "the refund failed"}', 'corrections'),
  ('75', '-19', NULL, '2026-11-25 17:25:01.292+00', 'd7b8f211-ecf2-41bd-9885-2da07fdc411e', NULL, '9', E'\\xabababababababababababababababab', E'\\x105419771942b56df306b57c80e18fae29bb767e02d1da723498338f24bb7334', 'payment/ce7bf26a-3487-4fa9-adc9-9e9012d16dbd', 'payment_fee_charged', 'system', 'fees', '{"rail": "paystack"}', 'paystack'),
  ('76', '900', NULL, '2026-11-25 17:25:01.295+00', '589bbf7a-310c-49f8-8239-2cb9e73f1455', NULL, '1', E'\\xabababababababababababababababab', E'\\xd910be6edd60818680de80bfa5f07e2e40df42f4745464df22efc3ee1fd8c992', 'payment/51252616-7561-4a3e-b021-2a91e2ac9d8f', 'payment_received', 'system', 'paystack', '{"rail": "paystack", "transaction": "51252616"}', 'suspense'),
  ('77', '3', NULL, '2026-11-25 17:25:01.295+00', '589bbf7a-310c-49f8-8239-2cb9e73f1455', NULL, '2', E'\\xabababababababababababababababab', E'\\x29328ecfa5840cdb63b0f5cc7d66520e4fe53d3ec166ec259a092937b429e789', 'payment/51252616-7561-4a3e-b021-2a91e2ac9d8f', 'payment_fee_charged', 'system', 'fees', '{"rail": "paystack"}', 'paystack'),
  ('78', '900', NULL, '2026-11-25 17:25:01.3+00', '95b23f4e-8e9d-4cd8-acf3-8ad4f04db12c', NULL, '3', E'\\xabababababababababababababababab', E'\\x5e7a763011c26958cf673acd17e8cb2bbc5364985674aa9be28a7a2134090561', 'payment/51252616-7561-4a3e-b021-2a91e2ac9d8f', 'payment_reversed', 'system', 'suspense', '{}', 'paystack'),
  ('79', '15', NULL, '2026-11-25 17:25:01.3+00', '95b23f4e-8e9d-4cd8-acf3-8ad4f04db12c', NULL, '4', E'\\xabababababababababababababababab', E'\\x0ce717662886b379cf0ded68ce7791522c78822256bc21723a2e1a3d47b7c30c', 'payment/51252616-7561-4a3e-b021-2a91e2ac9d8f', 'payment_fee_charged', 'system', 'fees', '{"rail": "paystack"}', 'paystack'),
  ('8', NULL, NULL, '2026-11-25 17:25:01.048+00', '4ce50c67-138e-46e3-87b5-63c8801d404d', NULL, '1', E'\\xabababababababababababababababab', E'\\x7a23823192c2b99911f985dd04c8ed9123a71184b8a86973e52faac3f76f23f4', 'user/da8be751-96e3-4415-b553-c3763ed02c23', 'user_registered', 'system', NULL, '{"level": "Customer"}', NULL),
  ('80', '500', NULL, '2026-11-25 17:25:01.304+00', '6c289e92-b8b5-48d8-af8f-b91258c6a3bb', NULL, '1', E'\\xabababababababababababababababab', E'\\xe9efba3bc51b727b892a230daaaa5cbb843412cc732dafa40e04e6abce031c47', 'payment/b1fc8da5-acda-468f-9934-1955e599c33f', 'payment_received', 'system', 'momo', '{"rail": "momo", "transaction": "b1fc8da5"}', 'suspense'),
  ('81', '3000', NULL, '2026-11-25 17:25:01.306+00', '0730a8f2-a2e4-46c5-aa26-4d5cf4598967', NULL, '9', E'\\xabababababababababababababababab', E'\\x5a2043ebfcdfcb449ccada3550559a1e253a71b0bcae4c40c33f5a7876248c40', 'settings', 'rail_transferred', '21b374cd-9142-410a-adaa-b9b810bb62df', 'owner', '{"rail": "momo", "reason": "withdrawn"}', 'momo'),
  ('82', NULL, NULL, '2026-11-25 17:25:01.309+00', 'ccfa29b8-5fd7-4c2c-9dd3-5e4c1c38ca28', NULL, '10', E'\\xabababababababababababababababab', E'\\xee151cefb66640442a60bc7f784b828bb9e79d3732be5a07ffb58fd12cc9540f', 'settings', 'rail_balance_confirmed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"from": null, "rail": "momo", "reason": "read", "balance": 1200}', NULL),
  ('83', NULL, NULL, '2026-11-25 17:25:01.31+00', '014c3aa1-01a6-462a-b7e1-69c6bd4cead3', NULL, '2', E'\\xabababababababababababababababab', E'\\xfe90d4cf40345db5cde590574982508f87d897a4661168b7a43b9ab323e48d6d', 'user/da8be751-96e3-4415-b553-c3763ed02c23', 'user_status_changed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"after": "Banned", "before": "Active"}', NULL),
  ('84', NULL, NULL, '2026-11-25 17:25:01.317+00', 'e70859d3-fa3e-4261-a7fc-bcb93f0fe351', NULL, '3', E'\\xabababababababababababababababab', E'\\xa5b08bcadf1ba5934397161eb48b81feb3d0ff8cf39e4d22b531bf4c852c56ff', 'user/da8be751-96e3-4415-b553-c3763ed02c23', 'sessions_ended', 'da8be751-96e3-4415-b553-c3763ed02c23', NULL, '{"session": null}', NULL),
  ('85', NULL, NULL, '2026-11-25 17:25:01.327+00', 'af12ca78-cc99-4190-813a-30588409f444', NULL, '3', E'\\xabababababababababababababababab', E'\\xb0001efaebbe44205a8157f7d4aac29460679ed1532c6ad09f1c4a2c007ba8fa', 'user/344d8b7c-4729-4491-8cf3-7dbea2ab1b69', 'api_key_replaced', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', NULL, '{}', NULL),
  ('86', NULL, NULL, '2026-11-25 17:25:01.331+00', '46bb29af-e7d0-4764-9dba-5149a2d61558', NULL, '2', E'\\xabababababababababababababababab', E'\\xcccebe92106bddd870e42038fea3b6b091d5b063875f0efe6666749abec78c90', 'user/1cc45241-2617-4b85-8ec3-de9537b9e415', 'user_profile_changed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"fields": ["email", "phone"]}', NULL),
  ('87', NULL, NULL, '2026-11-25 17:25:01.338+00', '258242fe-90f5-4af4-a8ab-2e6dbd2be52d', NULL, '1', E'\\xabababababababababababababababab', E'\\x915b8f4081f10c6cc8d066a1e8db170628998ce696e75bef15ce3a8969a60276', 'user/09402c9f-6c1b-4458-9689-d3986a95e44f', 'user_registered', 'system', NULL, '{"level": "Admin"}', NULL),
  ('88', NULL, NULL, '2026-11-25 17:25:01.338+00', '258242fe-90f5-4af4-a8ab-2e6dbd2be52d', NULL, '1', E'\\xabababababababababababababababab', E'\\x5b0aed49513aafa17574ba3581533b63a87fe0df55a6eed4d77fc9a9e4c713a1', 'wallet/09402c9f-6c1b-4458-9689-d3986a95e44f', 'wallet_opened', 'system', NULL, '{}', NULL),
  ('89', NULL, NULL, '2026-11-25 17:25:01.345+00', '4c7b3904-185f-4fd3-8e9c-07c3287bf14a', NULL, '11', E'\\xabababababababababababababababab', E'\\xf65d2399ee0cc751e51881c169e646c64c828bd974b70287f86b1c939f8b8466', 'settings', 'correction_limit_changed', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"after": 1000, "before": null}', NULL),
  ('9', NULL, NULL, '2026-11-25 17:25:01.048+00', '4ce50c67-138e-46e3-87b5-63c8801d404d', NULL, '1', E'\\xabababababababababababababababab', E'\\x4cc4db5b87b17ec54e387a60de73a5db1e986a7c1d8d310202dcfaf65416a9c2', 'wallet/da8be751-96e3-4415-b553-c3763ed02c23', 'wallet_opened', 'system', NULL, '{}', NULL),
  ('90', NULL, NULL, '2026-11-25 17:25:01.356+00', 'cc9975dd-2e81-4b9a-b801-6c2530e6afd0', NULL, '1', E'\\xabababababababababababababababab', E'\\x6a3910ddf5d06e762c6282c34c3feb28e41d2b528da7c0785a02e21fbde36db8', 'approval/cc9975dd-2e81-4b9a-b801-6c2530e6afd0', 'approval_requested', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"kind": "correction", "user": "344d8b7c-4729-4491-8cf3-7dbea2ab1b69", "amount": 2000, "reason": "large", "corrects": null}', NULL),
  ('91', NULL, NULL, '2026-11-25 17:25:01.366+00', '6eca8342-91d0-4cd6-8a67-395d787a6852', NULL, '2', E'\\xabababababababababababababababab', E'\\x2321c5c3277953cd899f4686765d5d52911a8c0458924681f0f53178a0e57749', 'approval/cc9975dd-2e81-4b9a-b801-6c2530e6afd0', 'approval_granted', '09402c9f-6c1b-4458-9689-d3986a95e44f', NULL, '{}', NULL),
  ('92', '2000', '26500', '2026-11-25 17:25:01.366+00', '6eca8342-91d0-4cd6-8a67-395d787a6852', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '3', E'\\xabababababababababababababababab', E'\\xacd376aeb668831b7c368a8b945e4d9f9ad3d330f5c33fca624a309cbda28042', 'wallet/344d8b7c-4729-4491-8cf3-7dbea2ab1b69', 'wallet_corrected', '09402c9f-6c1b-4458-9689-d3986a95e44f', 'corrections', '{"reason": "large", "corrects": null, "requested_by": "21b374cd-9142-410a-adaa-b9b810bb62df"}', NULL),
  ('93', NULL, NULL, '2026-11-25 17:25:01.369+00', 'bd72fdc1-d323-457f-ba56-07283ce4d540', NULL, '1', E'\\xabababababababababababababababab', E'\\xa1e851aec73b089c2af311e7ae62ec7f76ade2e156f7cfd0fee8d218470e1ee9', 'approval/bd72fdc1-d323-457f-ba56-07283ce4d540', 'approval_requested', '21b374cd-9142-410a-adaa-b9b810bb62df', NULL, '{"kind": "correction", "user": "344d8b7c-4729-4491-8cf3-7dbea2ab1b69", "amount": 2000, "reason": "large", "corrects": null}', NULL),
  ('94', NULL, NULL, '2026-11-25 17:25:01.371+00', 'a68d2510-71bd-46e3-8b68-fa52674ada36', NULL, '2', E'\\xabababababababababababababababab', E'\\xa2a176bdd8156aed1e084a4e442f5a0fa3688befd7816cd4a1978a8fb9a45c08', 'approval/bd72fdc1-d323-457f-ba56-07283ce4d540', 'approval_declined', '09402c9f-6c1b-4458-9689-d3986a95e44f', NULL, '{}', NULL);
insert into ledger.head (id, "position", orders_placed, recorded_at, hash, rebuilds) overriding system value values
  ('true', '94', '6', '2026-11-25 17:25:01.371+00', E'\\xa2a176bdd8156aed1e084a4e442f5a0fa3688befd7816cd4a1978a8fb9a45c08', '0');
insert into ledger.house_account (name, balance, "position") overriding system value values
  ('corrections', '-63560', '92'),
  ('fees', '-178', '79'),
  ('momo', '-3500', '81'),
  ('opening', '-1250', '48'),
  ('owner', '-3000', '81'),
  ('paystack', '-7942', '79'),
  ('sales', '2060', '30'),
  ('suspense', '500', '80'),
  ('telecel', '20', '61');
insert into ledger.payment (id, user_id, amount, fee, topup_id, received, received_at, action_at, "position", version, disputed, rail, status, transaction, reason) overriding system value values
  ('2357cf8e-6178-4246-b28c-061ec4ad15ba', NULL, '800', NULL, NULL, '64', '2026-11-25 17:25:01.273+00', '2026-11-25 17:25:01.275+00', '65', '2', 'false', 'momo', 'returned', '2357cf8e', 'not for us'),
  ('51252616-7561-4a3e-b021-2a91e2ac9d8f', NULL, '900', '18', NULL, '76', '2026-11-25 17:25:01.295+00', '2026-11-25 17:25:01.3+00', '79', '4', 'false', 'paystack', 'reversed', '51252616', NULL),
  ('770a9456-0fca-417b-9f4d-efe936c32a09', '1cc45241-2617-4b85-8ec3-de9537b9e415', '1500', '20', NULL, '56', '2026-11-25 17:25:01.234+00', '2026-11-25 17:25:01.255+00', '61', '5', 'false', 'telecel', 'reversed', '770a9456', NULL),
  ('b1fc8da5-acda-468f-9934-1955e599c33f', NULL, '500', NULL, NULL, '80', '2026-11-25 17:25:01.304+00', NULL, '80', '1', 'false', 'momo', 'received', 'b1fc8da5', NULL),
  ('ce7bf26a-3487-4fa9-adc9-9e9012d16dbd', '1cc45241-2617-4b85-8ec3-de9537b9e415', '1100', '3', NULL, '66', '2026-11-25 17:25:01.28+00', '2026-11-25 17:25:01.292+00', '75', '9', 'false', 'paystack', 'matched', 'ce7bf26a', 'the refund failed'),
  ('d2b25ed7-d8d3-4462-8884-80f7784f3e74', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '6000', NULL, '10001', '62', '2026-11-25 17:25:01.26+00', '2026-11-25 17:25:01.265+00', '63', '2', 'false', 'momo', 'matched', 'd2b25ed7', NULL),
  ('e99e6058-76b1-41d9-80d9-e5b535d1622e', '1cc45241-2617-4b85-8ec3-de9537b9e415', '7000', '137', '10004', '50', '2026-11-25 17:25:01.199+00', '2026-11-25 17:25:01.203+00', '55', '5', 'false', 'paystack', 'matched', 'e99e6058', NULL);
insert into ledger.product (id, network, status, note, image, packages, version, "position") overriding system value values
  ('mtn', 'MTNup2u', 'out of stock', '', NULL, '[{"id": "mtn-0", "agent": 450, "offer": "1 GB", "customer": 500, "superAgent": 400}, {"id": "mtn-1", "agent": 550, "offer": "2 GB", "customer": 600, "superAgent": 500}, {"id": "mtn-2", "agent": 650, "offer": "5 GB", "customer": 700, "superAgent": 600}, {"id": "mtn-3", "agent": 750, "offer": "10 GB", "customer": 800, "superAgent": 700}]', '2', '40');
insert into ledger.reversal (entry, reversed, "position") overriding system value values
  ('14', '500', '30'),
  ('26', '500', '29'),
  ('27', '-40', '28');
insert into ledger.sales_by_day (user_id, day, status, count, value, "position") overriding system value values
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', '2026-11-25', 'pending', '0', '0', '29'),
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', '2026-11-25', 'processing', '0', '0', '30'),
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', '2026-11-25', 'rejected', '2', '1000', '30'),
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', '2026-11-25', 'removed rejected', '1', '500', '39'),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '2026-11-25', 'completed', '1', '500', '24'),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '2026-11-25', 'pending', '1', '500', '21'),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '2026-11-25', 'processing', '1', '500', '24'),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '2026-11-25', 'removed completed', '1', '500', '25'),
  ('da8be751-96e3-4415-b553-c3763ed02c23', '2026-11-25', 'pending', '0', '0', '22'),
  ('da8be751-96e3-4415-b553-c3763ed02c23', '2026-11-25', 'processing', '1', '500', '22');
insert into ledger.settings (id, notice, momo_phone_number, momo_account_name, support_group, support_chat, correction_limit, admin_phone, card_number, templates, version, "position", topup_limit, admin_factor, step_up, supplier_batches, supplier_layouts) overriding system value values
  ('true', E'closed   on “Sunday” \\ ☎', '0244000000', 'Shop', 'https://x.example/g', '', '1000', '0244000001', 'whole', '{"order_placed": "New: {reference}", "topup_approved": "Approved: {amount}"}', '11', '89', NULL, 'false', 'false', '1', '{"MTNup2u": {"header": true, "phones": "local", "columns": [{"cell": "beneficiary", "title": "Beneficiary"}, {"cell": "package", "title": "Package"}, {"cell": "network", "title": "Network"}, {"cell": "reference", "title": "Reference"}, {"cell": "name", "title": "Name"}, {"cell": "phone", "title": "Phone"}, {"cell": "card", "title": "Card"}, {"cell": "date of birth", "title": "Date of birth"}, {"cell": "location", "title": "Location"}]}}');
insert into ledger.topup (id, user_id, amount, credited_at, created_at, action_at, "position", version, hidden, purpose, status, momo_transaction_id, reason, payment) overriding system value values
  ('10001', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '6000', '34', '2026-11-25 17:25:01.139+00', '2026-11-25 17:25:01.152+00', '63', '2', 'false', 'topup', 'approved', 'm10001', NULL, 'd2b25ed7-d8d3-4462-8884-80f7784f3e74'),
  ('10002', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '6000', NULL, '2026-11-25 17:25:01.147+00', '2026-11-25 17:25:01.155+00', '37', '3', 'true', 'topup', 'declined', 'm10002', NULL, NULL),
  ('10003', '344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '6000', NULL, '2026-11-25 17:25:01.15+00', NULL, '33', '1', 'false', 'topup', 'pending', 'm10003', NULL, NULL),
  ('10004', '1cc45241-2617-4b85-8ec3-de9537b9e415', '7000', '53', '2026-11-25 17:25:01.193+00', '2026-11-25 17:25:01.203+00', '53', '2', 'false', 'topup', 'approved', NULL, NULL, 'e99e6058-76b1-41d9-80d9-e5b535d1622e');
insert into ledger.wallet (user_id, balance, version, "position") overriding system value values
  ('09402c9f-6c1b-4458-9689-d3986a95e44f', '0', '1', '88'),
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', '29600', '6', '71'),
  ('21b374cd-9142-410a-adaa-b9b810bb62df', '0', '1', '2'),
  ('22720875-c864-44db-9f1c-ab45b43b2a3a', '1250', '2', '48'),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', '26500', '3', '92'),
  ('da8be751-96e3-4415-b553-c3763ed02c23', '19500', '2', '16');
insert into shop."user" (id, username, phone, email, first_name, last_name, password_hash, deleted, phone_proved_at, email_proved_at, erased_at, receivers_erased_at, unused_change) overriding system value values
  ('09402c9f-6c1b-4458-9689-d3986a95e44f', 'user6', '0241000006', 'user6@example.com', '', '', '$argon2id$v=19$none', 'false', NULL, NULL, NULL, NULL, NULL),
  ('1cc45241-2617-4b85-8ec3-de9537b9e415', 'user5', '0241000005', 'user5@example.com', '', '', '$argon2id$v=19$none', 'false', NULL, NULL, NULL, NULL, NULL),
  ('21b374cd-9142-410a-adaa-b9b810bb62df', 'user1', '0241000001', 'user1@example.com', '', '', '$argon2id$v=19$none', 'false', NULL, NULL, NULL, NULL, NULL),
  ('22720875-c864-44db-9f1c-ab45b43b2a3a', 'user2', '0241000002', 'user2@example.com', '', '', '$argon2id$v=19$none', 'false', NULL, NULL, NULL, NULL, NULL),
  ('344d8b7c-4729-4491-8cf3-7dbea2ab1b69', 'user4', '0241000004', 'user4@example.com', '', '', '$argon2id$v=19$none', 'false', NULL, NULL, NULL, NULL, NULL),
  ('da8be751-96e3-4415-b553-c3763ed02c23', 'user3', '0241000003', 'user3@example.com', '', '', '$argon2id$v=19$none', 'false', NULL, NULL, NULL, NULL, NULL);
insert into shop.backup (id, target, base, base_at, tails, file_id, written_from, "position", counts, shipped_at, failed_at) overriding system value values
  ('true', NULL, NULL, NULL, '0', NULL, NULL, '0', '{}', NULL, NULL);
insert into shop.blocks_counted (id, blocks) overriding system value values
  ('true', '0');
insert into shop.days_counted (id, "position") overriding system value values
  ('true', '0');
insert into shop.message_follower (id, "position") overriding system value values
  ('true', NULL);
insert into shop.move_in_key (id, key) overriding system value values
  ('true', '21665d2d-3e52-44e1-9b5a-04d06e5aa4b2755bdda3-31dc-48ef-bc1d-4d064af5787e');
insert into shop.order_detail (order_id, receiver, form, voucher) overriding system value values
  ('1', '0244123456', NULL, NULL),
  ('2', '0244123456', NULL, NULL),
  ('3', '0244123456', NULL, NULL),
  ('4', '0244123456', NULL, NULL),
  ('5', '0244123456', NULL, NULL),
  ('6', '0244123456', NULL, NULL);
insert into shop.phone_rail (rail, balance, confirmed, moved_at) overriding system value values
  ('momo', NULL, '0', NULL),
  ('telecel', NULL, '0', NULL);
insert into shop.sales_counted (id, "position") overriding system value values
  ('true', '0');
