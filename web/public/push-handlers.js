// The service worker's part of push notifications. The service worker imports it (web/worker/worker.ts).

/** If the message cannot be read: a browser withdraws the permission if a push shows nothing. */
const unreadable = {
  title: "News about your account",
  text: "Open the shop to see it.",
  path: "/home",
  tag: "news",
};

self.addEventListener("push", (event) => {
  const { title, text, path, tag } = readPush(event.data);
  const icon = "/icons/icon-192.png";
  const show = () => self.registration.showNotification(title, { body: text, tag, icon, data: { path } });
  event.waitUntil(isInSight(tag).then((isSeen) => (isSeen ? undefined : show())));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPath(ownAddress(event.notification.data?.path)));
});

/** What waits in the office, if an admin is looking at the office. Browsers allow a silent push while a page is in sight. */
async function isInSight(tag) {
  if (!tag.startsWith("office-")) return false;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.some(
    ({ url, visibilityState }) => visibilityState === "visible" && new URL(url).pathname.startsWith("/admin"),
  );
}

function readPush(data) {
  try {
    return { ...unreadable, ...data.json() };
  } catch {
    return unreadable;
  }
}

/** An address of this site, whatever the message says. */
function ownAddress(path) {
  const { origin } = self.location;
  const url = typeof path === "string" ? parse(path, origin) : null;
  return url?.origin === origin ? url.href : `${origin}/home`;
}

function parse(path, origin) {
  try {
    return new URL(path, origin);
  } catch {
    return null;
  }
}

/** In a window that shows it already, else in any other window of the shop, else in a new one. */
async function openPath(address) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const showing = windows.find(({ url }) => url === address);
  if (showing) return showing.focus();
  const [any] = windows;
  if (!any) return self.clients.openWindow(address);
  await any.focus();
  if (await hasOpened(any, address)) return;
  // A window that was open before the app was installed cannot be led elsewhere.
  return any.navigate(address).catch(() => self.clients.openWindow(address));
}

const answer_ms = 500;

/**
 * A signed-in page opens the address itself, without loading anew (signed-in.tsx). A page for guests and one of
 * an older version do not answer.
 */
function hasOpened(window, address) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (isOpened) => {
      port1.close();
      resolve(isOpened);
    };
    port1.onmessage = () => end(true);
    setTimeout(() => end(false), answer_ms);
    window.postMessage({ open: address.slice(self.location.origin.length) }, [port2]);
  });
}
