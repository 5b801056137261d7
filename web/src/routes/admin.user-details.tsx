import { createFileRoute } from "@tanstack/react-router";
import { ProfilePage } from "../app/account/profile-page.tsx";

export const Route = createFileRoute("/admin/user-details")({ component: ProfilePage });
