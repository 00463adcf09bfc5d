import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import {
  createSharedReport,
  maxSharedTitleLength,
  sharedReportDays,
} from '#contract/portal/shared-reports.ts'
import { presetPeriods } from '#contract/reports/reports.ts'
import { DialogContent, FormActions, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SelectField } from '#islands/kit/forms/SelectField.tsx'
import { $filter } from '#islands/reports/state/filter.ts'
import { useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import type { $shareDraft } from './draft.ts'
import styles from './Share.module.css'
import { type CreatedLink, ShareForm, toShareBody } from './share-form.ts'

interface ShareFieldsProps {
  draft: NonNullable<ReturnType<typeof $shareDraft.get>>
  onCreated: (link: CreatedLink) => void
}

export function ShareFields({ draft: { channelIds, name }, onCreated }: ShareFieldsProps) {
  const create = async (form: z.output<typeof ShareForm>) =>
    onCreated(await call(createSharedReport, { body: toShareBody(form, channelIds) }))
  return (
    <>
      <DialogContent>
        <p className="muted">{t('share-report:lead')}</p>
        <SubjectLine name={name ?? t('common:channelCount', { count: channelIds.length })} detail={null} />
      </DialogContent>
      <Form schema={ShareForm} onSubmit={create}>
        <Field
          name="title"
          label={t('share-report:name')}
          hint={t('share-report:nameHint', { count: maxSharedTitleLength })}
          defaultValue={name ?? ''}
          autoComplete="off"
          maxLength={maxSharedTitleLength}
          required
        />
        <PeriodFields />
        <SelectField
          name="days"
          label={t('share-report:days')}
          placeholder={t('share-report:days')}
          initialValue="30"
          options={sharedReportDays.map((count) => ({
            value: String(count),
            label: t('share-report:dayCount', { count }),
          }))}
        />
        <MoneyChoice />
        <FormActions onClose={closeDialog}>{t('share-report:submit')}</FormActions>
      </Form>
    </>
  )
}

/** Starts with the period of the screen. A preset moves on with the figures; fixed days stay. */
function PeriodFields() {
  const filter = useStore($filter)
  const { shown } = useDisplayedReport()
  const [period, setPeriod] = useState<string>(filter.period)
  const { from = filter.from, to = filter.to } = shown?.report.range ?? {}
  const bounds = shown && { min: shown.report.bounds.from, max: shown.report.bounds.to }
  return (
    <>
      <SelectField
        name="period"
        label={t('reports:period.label')}
        placeholder={t('reports:period.label')}
        initialValue={period}
        options={[
          ...presetPeriods.map((value) => ({ value, label: t(`reports:period.${value}`) })),
          { value: 'custom', label: t('share-report:fixed') },
        ]}
        onChange={setPeriod}
      />
      {period === 'custom' && (
        <div className={styles.range}>
          <Field
            name="from"
            type="date"
            label={t('reports:time.from')}
            defaultValue={from}
            required
            {...bounds}
          />
          <Field name="to" type="date" label={t('reports:time.to')} defaultValue={to} required {...bounds} />
        </div>
      )}
    </>
  )
}

function MoneyChoice() {
  const [isChosen, setIsChosen] = useState(false)
  return (
    <div className="grid gap-2">
      <label className={styles.money}>
        <input
          type="checkbox"
          name="withMoney"
          checked={isChosen}
          onChange={({ target }) => setIsChosen(target.checked)}
        />
        <span>{t('share-report:money')}</span>
      </label>
      <p className="panel" data-tone="warn" role="status">
        {isChosen ? t('share-report:moneyWarning') : null}
      </p>
    </div>
  )
}
