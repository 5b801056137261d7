/**
 * An S3 bucket over loopback, for tests. It checks every signature (AWS Signature Version 4) with code of its own, so that a
 * mistake of the client's library is not made twice.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface BucketAccess {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface TestBucket {
  access: BucketAccess;
  target: string;
  /** Complete objects by key. */
  objects: Map<string, Buffer>;
  /** Uploads in parts that were neither completed nor given up. */
  uploads: Map<string, Map<number, Buffer>>;
  /** How many objects came in parts. */
  inParts: number;
  refused: number;
  /** Stores objects with a wrong byte from now on. */
  spoils: boolean;
  /** Answers 500 to this many parts from now on. */
  failParts: number;
  close(): Promise<void>;
}

const bucketName = "shop-backups";
const page_keys = 2;

export async function startTestBucket(): Promise<TestBucket> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const bucket: TestBucket = {
    access: {
      endpoint: `http://127.0.0.1:${port}`,
      region: "eu-test-1",
      accessKeyId: "TESTKEY",
      secretAccessKey: "a-secret-that-only-tests-know",
    },
    target: `s3://${bucketName}/cedibook`,
    objects: new Map(),
    uploads: new Map(),
    inParts: 0,
    refused: 0,
    spoils: false,
    failParts: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on("request", async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { status, body = "", headers = {} } = answerTo(bucket, request, Buffer.concat(parts));
    response.writeHead(status, { "content-type": "application/xml", ...headers }).end(body);
  });
  return bucket;
}

interface Answer {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

function answerTo(bucket: TestBucket, request: IncomingMessage, body: Buffer): Answer {
  const url = new URL(request.url ?? "/", bucket.access.endpoint);
  if (!isSigned(bucket.access, request, { url, body })) {
    bucket.refused += 1;
    return { status: 403, body: "<Error><Code>SignatureDoesNotMatch</Code></Error>" };
  }
  const [, name, ...rest] = url.pathname.split("/").map(decodeURIComponent);
  if (name !== bucketName) return { status: 404, body: "<Error><Code>NoSuchBucket</Code></Error>" };
  const key = rest.join("/");
  const upload = url.searchParams.get("uploadId");
  if (key === "") return list(bucket, url);
  if (request.method === "POST" && url.searchParams.has("uploads")) return begin(bucket, key);
  if (upload !== null) return inUpload(bucket, { key, upload, method: request.method, url, body });
  return onObject(bucket, { key, method: request.method, body });
}

function onObject(
  { objects, spoils }: TestBucket,
  { key, method, body }: { key: string; method: string | undefined; body: Buffer },
): Answer {
  if (method === "PUT") {
    const etag = etagOf(body);
    if (spoils) body[0]! ^= 1;
    objects.set(key, body);
    return { status: 200, headers: { etag } };
  }
  if (method === "DELETE") {
    objects.delete(key);
    return { status: 204 };
  }
  const found = objects.get(key);
  return found ? { status: 200, body: found, headers: { etag: etagOf(found) } } : { status: 404 };
}

function begin({ uploads }: TestBucket, key: string): Answer {
  const id = `upload-${uploads.size + 1}`;
  uploads.set(id, new Map());
  return {
    status: 200,
    body: `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  };
}

interface UploadRequest {
  key: string;
  upload: string;
  method: string | undefined;
  url: URL;
  body: Buffer;
}

function inUpload(bucket: TestBucket, { key, upload, method, url, body }: UploadRequest): Answer {
  const parts = bucket.uploads.get(upload);
  if (!parts) return { status: 404, body: "<Error><Code>NoSuchUpload</Code></Error>" };
  if (method === "DELETE") {
    bucket.uploads.delete(upload);
    return { status: 204 };
  }
  if (method === "PUT") {
    if (bucket.failParts > 0) {
      bucket.failParts -= 1;
      return { status: 500, body: "<Error><Code>InternalError</Code></Error>" };
    }
    parts.set(Number(url.searchParams.get("partNumber")), body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) =>
    Number(number),
  );
  bucket.objects.set(key, Buffer.concat(named.map((number) => parts.get(number)!)));
  bucket.uploads.delete(upload);
  bucket.inParts += 1;
  return {
    status: 200,
    body: `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"whole"</ETag></CompleteMultipartUploadResult>`,
  };
}

/** Short pages, so that a client that reads only the first one is found. */
function list({ objects }: TestBucket, url: URL): Answer {
  const prefix = url.searchParams.get("prefix") ?? "";
  const from = url.searchParams.get("continuation-token") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > from).toSorted();
  const page = keys.slice(0, page_keys);
  const isCut = keys.length > page.length;
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)!.length}</Size></Contents>`,
  );
  return {
    status: 200,
    body: `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}<KeyCount>${page.length}</KeyCount>${contents.join("")}</ListBucketResult>`,
  };
}

/** As the description of Signature Version 4 says it, step by step. */
function isSigned(
  { accessKeyId, secretAccessKey, region }: BucketAccess,
  request: IncomingMessage,
  { url, body }: { url: URL; body: Buffer },
): boolean {
  const header =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day = "", where, signed = "", given = ""] =
    header.exec(request.headers.authorization ?? "") ?? [];
  if (id !== accessKeyId || where !== region) return false;
  const claimed = String(request.headers["x-amz-content-sha256"]);
  if (claimed !== "UNSIGNED-PAYLOAD" && claimed !== sha256(body)) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => [escape(name), escape(value)].join("="))
    .toSorted()
    .join("&");
  const headers = signed.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const path = url.pathname
    .split("/")
    .map((part) => escape(decodeURIComponent(part)))
    .join("/");
  const canonical = [request.method, path, query, headers.join(""), signed, claimed].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const keys = [day, region, "s3", "aws4_request"];
  const key = keys.reduce<string | Buffer>((before, one) => hmac(before, one), `AWS4${secretAccessKey}`);
  return timingSafeEqual(hmac(key, text), Buffer.from(given, "hex"));
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
const etagOf = (body: Buffer) => `"${createHash("md5").update(body).digest("hex")}"`;

function escape(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
