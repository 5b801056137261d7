import { useState } from "react";
import { Monogram } from "../ui/monogram.tsx";

interface Props {
  network: string;
  image: string | null;
  className?: string;
}

/** A product's image, or else its network's colour and letters. */
export function ProductImage({ network, image, className }: Props) {
  const [isBroken, setBroken] = useState(false);
  if (image === null || isBroken || savesData())
    return <Monogram network={network} {...(className === undefined ? {} : { className })} />;
  return (
    <img
      src={image}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      className={`size-10 shrink-0 rounded-lg object-cover ${className ?? ""}`}
      onError={() => setBroken(true)}
    />
  );
}

/** Whether the user's browser is set to save data. Then no images are loaded. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
