import { createFileRoute } from "@tanstack/react-router";
import { BooksPage } from "../books/office/books-page.tsx";

export const Route = createFileRoute("/admin/audit/books")({ component: BooksPage });
