import { channelCategories } from '#contract/channels/channel-states.ts'
import { SelectField } from '#islands/kit/forms/SelectField.tsx'
import { t } from '#lib/i18n/strings.ts'
import { categoryField } from './member-form.ts'

export const CategoryField = () => (
  <SelectField
    name={categoryField}
    label={t('channels:add.category')}
    placeholder={t('channels:add.chooseCategory')}
    options={channelCategories.map((value) => ({ value, label: t(`channels:category.${value}`) }))}
  />
)
