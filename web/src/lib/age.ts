/** How long ago something was: "12 min", "3 h 5 min", "2 d 4 h". */
export function ageText(createdAt: string, now_ms: number): string {
  const minutes = minutesSince(createdAt, now_ms);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Whole minutes. A clock that is behind the server's gives none. */
export function minutesSince(createdAt: string, now_ms: number): number {
  return Math.max(0, Math.floor((now_ms - Date.parse(createdAt)) / 60_000));
}
