/** Doubles of what carries messages, for all tests of a file: started before the first of them and stopped after the last. */
import { afterAll, beforeAll } from "vitest";
import { startTestGateway, type TestGateway } from "./test-gateway.ts";
import { startTestMailServer, type TestMailServer } from "./test-mail-server.ts";
import { startTestPushService, type TestPushService } from "./test-push-service.ts";

export function openGateway(): TestGateway {
  const gateway = {} as TestGateway;
  beforeAll(() => startTestGateway(gateway));
  afterAll(() => gateway.stop());
  return gateway;
}

export function openMailServer(): TestMailServer {
  const mail = {} as TestMailServer;
  beforeAll(() => startTestMailServer(mail));
  afterAll(() => mail.close());
  return mail;
}

export function openPushService(): TestPushService {
  const service = {} as TestPushService;
  beforeAll(() => startTestPushService(service));
  afterAll(() => service.stop());
  return service;
}
