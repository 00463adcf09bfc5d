import { channelCategories } from '#contract/channels.ts'
import { t } from '#lib/strings.ts'
import { ChoiceField } from '#shared/ChoiceField.tsx'
import { categoryField } from './member-form.ts'

/** What the member's channel is about. */
export const CategoryField = () => (
  <ChoiceField
    name={categoryField}
    label={t('channels:add.category')}
    placeholder={t('channels:add.chooseCategory')}
    options={channelCategories.map((value) => ({ value, label: t(`channels:category.${value}`) }))}
  />
)
