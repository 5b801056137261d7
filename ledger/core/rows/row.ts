/** What every row has. Rows are plain data: they need no event and no command. */
export interface Row {
  /** Version of the row's own stream. */
  version: number;
  /** Position of the event that last changed the row. */
  position: number;
}
