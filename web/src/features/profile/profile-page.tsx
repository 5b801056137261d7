import { useQuery } from "@tanstack/react-query";
import { groupPhone } from "#ledger/terms/phone.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Failure } from "../../ui/failure.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { signOut } from "../auth/sign-out.ts";
import { meQuery } from "../wallet/users.query.ts";
import { ProfileForm } from "./profile-form.tsx";

/** Who one is here, and what of it one may change. */
export function ProfilePage() {
  const { data: me, isError, error, refetch } = useQuery(meQuery);
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-3.5">
      <PageTitle>My Profile</PageTitle>
      {isError && (
        <Failure what="Your profile could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {me === undefined ? (
        <SkeletonRows count={2} className="h-40" />
      ) : (
        <>
          <Card>
            <Facts>
              <Fact name="ID">
                <span className="text-s font-medium">{me._id}</span>
              </Fact>
              <Fact name="Phone">{groupPhone(me.phone)}</Fact>
              <Fact name="Account type">{me.userLevel}</Fact>
            </Facts>
          </Card>
          <ProfileForm me={me} />
        </>
      )}
      <Button look="line" onClick={() => void signOut()}>
        Logout
      </Button>
    </div>
  );
}
