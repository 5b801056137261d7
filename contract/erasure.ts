/** How deleted users are forgotten (Data Protection Act 2012, Act 843). */
import { limits } from "./terms/limits.ts";

/** When the personal data of a user is erased who was deleted at this time. Both ISO. */
export function erasesAt(deleted_at: string): string {
  return new Date(Date.parse(deleted_at) + limits.deleted_user_kept_ms).toISOString();
}

/** The name that takes the place of an erased user's. `position`: of the event that deleted them, so it is unique. */
export function erasedName(position: number): string {
  return `deleted-${position}`;
}

/** Nobody can be called like an erased user. */
export function isErasedName(name: string): boolean {
  return /^deleted-\d+$/.test(name);
}
