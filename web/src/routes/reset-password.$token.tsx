import { createFileRoute } from "@tanstack/react-router";
import { ResetPasswordPage } from "../auth/reset-password-page.tsx";
import { noticeQuery } from "../app/catalogue/notice.query.ts";
import { prefetch } from "../lib/prefetch.ts";

export const Route = createFileRoute("/reset-password/$token")({
  loader: () => prefetch(noticeQuery),
  component: ResetPassword,
});

function ResetPassword() {
  return <ResetPasswordPage token={Route.useParams().token} />;
}
