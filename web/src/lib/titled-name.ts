/** The server writes the name into the document's title, so it is known before any answer. */
export const titledName = document.title;
