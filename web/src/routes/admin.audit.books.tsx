import { createFileRoute } from "@tanstack/react-router";
import { BooksPage } from "../admin/audit/books-page.tsx";

export const Route = createFileRoute("/admin/audit/books")({ component: BooksPage });
