import { expect, test } from "vitest";
import { isPublicAddress, PrivateAddress, requirePublic } from "./public-address.ts";

test.each([
  "127.0.0.1",
  "127.9.9.9",
  "0.0.0.0",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "100.100.100.200",
  "192.0.2.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:169.254.169.254",
  "fe80::1",
  "fd00:ec2::254",
  "fc00::1",
  "ff02::1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "2001:db8::1",
  // IPv4 in IPv6: compatible, mapped, translated, NAT64 (well-known and local), 6to4, Teredo.
  "::127.0.0.1",
  "::7f00:1",
  "::169.254.169.254",
  "::8.8.8.8",
  "::ffff:0:127.0.0.1",
  "64:ff9b::8.8.8.8",
  "64:ff9b:1::7f00:1",
  "2002:a9fe:a9fe::1",
  "2001::7f00:1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  // Not routed on the internet, or not given to anybody.
  "fec0::1",
  "100::1",
  "2001:2::1",
  "2001:1f::1",
  "3fff::1",
  "5f00::1",
  "4000::1",
  "1::1",
  "e000::1",
  "192.0.0.192",
  "192.88.99.1",
  "fe80::1%eth0",
  // Azure's own services behind an address of the internet.
  "168.63.129.16",
  "::ffff:168.63.129.16",
  "not an address",
  "",
])("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "102.176.1.1", "172.32.0.1", "168.63.129.15", "2606:4700:4700::1111", "2c0f:2a80::1"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  "localhost",
  "127.0.0.1",
  "[::1]",
  "[::ffff:7f00:1]",
  "169.254.169.254",
  "[::127.0.0.1]",
  "168.63.129.16",
])("setting a webhook to %s is refused", async (hostname) => {
  await expect(requirePublic(hostname)).rejects.toThrow(PrivateAddress);
});

// The URL parser normalizes these, so the checked address is the one that would be called.
test.each([
  "http://2130706433/",
  "http://0x7f.1/",
  "http://017700000001/",
  "http://127.1/",
  "http://①②⑦.0.0.1/",
])("setting a webhook to the disguised address %s is refused", async (url) => {
  await expect(requirePublic(new URL(url).hostname)).rejects.toThrow(PrivateAddress);
});
