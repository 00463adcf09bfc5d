import type { StatementAccount } from '#contract/settlement/statements.ts'
import { t } from '#lib/i18n/strings.ts'

export const getOwnerName = ({ nickname, email, isNetwork }: StatementAccount): string =>
  isNetwork ? t('lists:network') : (nickname ?? email ?? t('lists:deletedAccount'))
