import type { SecondFactors } from '#contract/people/second-factor.ts'
import type { FactorDialog } from './dialog.ts'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'
import { RenewCodesDialog } from './RenewCodesDialog.tsx'
import { TotpDialog } from './TotpDialog.tsx'

interface FactorDialogsProps {
  dialog: FactorDialog
  factors: SecondFactors
}

/** The dialog that is open. */
export function FactorDialogs({ dialog, factors }: FactorDialogsProps) {
  switch (dialog.name) {
    case 'totp':
      return <TotpDialog factors={factors} />
    case 'passkey':
      return <PasskeyDialog factors={factors} />
    case 'renew-codes':
      return <RenewCodesDialog factors={factors} />
    case 'rename-passkey':
      return <RenamePasskeyDialog passkey={dialog.passkey} />
    case 'remove-totp':
      return <RemoveFactorDialog factors={factors} passkey={null} />
    case 'remove-passkey':
      return <RemoveFactorDialog factors={factors} passkey={dialog.passkey} />
  }
}
