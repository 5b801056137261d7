import { createFileRoute } from "@tanstack/react-router";
import { AdminLayout } from "../features/admin/admin-layout.tsx";
import { requireAdmin } from "../features/auth/guards.ts";

export const Route = createFileRoute("/admin")({ beforeLoad: requireAdmin, component: AdminLayout });
