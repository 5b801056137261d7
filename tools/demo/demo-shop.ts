export type DemoLogin = { role: string; phone: string; password: string };

/** Opens the demo shop where the database is empty. Returns the fixed logins of a demo shop, also of one that was opened
 *  before; none where the shop is somebody's own. */
export async function openDemoShop(options: {
  databaseUrl: string;
  log: (line: string) => void;
}): Promise<{ logins: DemoLogin[] }> {
  void options;
  throw new Error("the demo shop is not written yet");
}
