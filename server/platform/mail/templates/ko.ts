import type { MailTexts } from './types.ts'

export const ko: MailTexts = {
  common: {
    plainLink: '버튼이 열리지 않으면 이 주소를 브라우저에 붙여 넣어 주세요.',
    automatic: '{site}에서 자동으로 보낸 메일이라 답장을 받을 수 없습니다.',
    unsubscribe: '안내와 정산 메일 그만 받기',
    browser: '브라우저',
    system: '운영체제',
    time: '시각',
    unknown: '알 수 없음',
    timeZone: 'Asia/Seoul',
    timeZoneName: '한국 시간',
  },
  secondFactorChanges: {
    'totp-added': '{site} 계정에 인증 앱이 추가되었습니다.',
    'totp-removed': '{site} 계정에서 인증 앱이 삭제되었습니다.',
    'passkey-added': '{site} 계정에 패스키가 추가되었습니다.',
    'passkey-removed': '{site} 계정에서 패스키가 삭제되었습니다.',
    'code-used': '{site} 계정의 복구 코드 하나로 로그인했습니다. 그 코드는 다시 쓸 수 없습니다.',
    'codes-renewed': '{site} 계정의 복구 코드를 새로 만들었습니다. 예전 복구 코드는 이제 쓸 수 없습니다.',
    reset: '{site} 운영자가 계정의 2단계 인증을 초기화했습니다. 로그인한 뒤 다시 설정해 주세요.',
  },
  alerts: {
    'consent-ended': {
      title: '유튜브 보고서를 가져오는 동의가 끝났습니다',
      advice:
        '콘텐츠 소유자 {owner}의 보고서를 가져오지 못하고 있습니다. 접근 권한이 있는 분이 다시 동의해야 합니다. 서버에서 youtube connect --owner {owner} 명령을 실행해 주세요.',
    },
    'consent-ends': {
      title: '유튜브 보고서를 가져오는 동의가 {day}에 끝납니다',
      advice:
        '그 뒤에는 콘텐츠 소유자 {owner}의 보고서를 가져올 수 없습니다. 그 전에 서버에서 youtube connect --owner {owner} 명령으로 다시 동의해 주세요.',
    },
    'client-rejected': {
      title: '구글이 OAuth 클라이언트를 거부했습니다',
      advice:
        '콘텐츠 소유자 {owner}의 보고서를 가져오지 못하고 있습니다. YOUTUBE_CLIENT_ID와 YOUTUBE_CLIENT_SECRET을 구글 클라우드 콘솔의 값과 비교해 주세요.',
    },
    'permission-denied': {
      title: '유튜브가 보고서 접근을 거부했습니다',
      advice:
        '콘텐츠 소유자 {owner}의 보고서를 가져오지 못하고 있습니다. 동의한 분에게 아직 접근 권한이 있는지, YouTube Reporting API가 사용 설정되어 있는지 확인해 주세요.',
    },
    storage: {
      title: '보고서를 저장하지 못했습니다',
      advice:
        '콘텐츠 소유자 {owner}의 보고서를 저장할 폴더에 쓸 수 없습니다. 디스크의 남은 공간과 폴더 권한을 확인해 주세요.',
    },
    'reports-late': {
      title: '유튜브 보고서가 늦어지고 있습니다',
      advice:
        '콘텐츠 소유자 {owner}의 {day} 보고서가 아직 없습니다. 유튜브가 늦는 것이면 하실 일이 없습니다. 다른 원인이 있는지 확인해 주세요.',
    },
    'reports-expire': {
      title: '보고서 {count}개를 곧 받을 수 없게 됩니다',
      advice:
        '콘텐츠 소유자 {owner}의 보고서를 아직 받지 못했습니다. 유튜브는 {day}부터 이 보고서들을 삭제하며, 그 뒤에는 되찾을 수 없습니다.',
    },
    'reports-lost': {
      title: '보고서 {count}개를 받지 못했습니다',
      advice:
        '콘텐츠 소유자 {owner}의 {day} 보고서가 유튜브에 더 이상 없습니다. 따로 보관한 파일이 있으면 가져와 주세요.',
    },
    'reports-refused': {
      title: '보고서 {count}개를 가져오지 못했습니다',
      advice:
        '콘텐츠 소유자 {owner}의 {day} 보고서에 문제가 있습니다. 유튜브가 다시 발행하면 자동으로 가져옵니다.',
    },
    'missing-types': {
      title: '필요한 보고서 종류 {count}개가 없습니다',
      advice:
        '유튜브가 콘텐츠 소유자 {owner}에게 필요한 보고서를 제공하지 않습니다. 이 보고서에 대한 권한이 있는지 유튜브에 확인해 주세요.',
    },
    deprecated: {
      title: '유튜브가 {day}에 보고서 종류 하나를 끝냅니다',
      advice:
        '콘텐츠 소유자 {owner}가 쓰는 보고서이고, 새 버전이 아직 없습니다. 이 프로그램의 새 버전이 있는지 확인해 주세요.',
    },
    'rates-refused': {
      title: '환율을 가져오지 못했습니다',
      advice:
        '환율 파일에 문제가 있거나 환율이 지나치게 크게 바뀌었습니다. 그때까지는 이전 환율이 적용됩니다. 서버의 로그와 파일을 확인해 주세요.',
    },
  },
  statementOutcomes: {
    payable: '{month} 정산서의 지급액은 {amount}입니다.',
    carriedOver: '{month} 정산서에는 지급액이 없습니다. 잔액은 다음 정산으로 이월됩니다.',
    detailsRequired:
      '{month} 정산금은 지급 정보가 확인된 뒤에 지급됩니다. 아직 입력하지 않으셨다면 계정 설정에서 입력해 주세요.',
  },
  kinds: {
    'confirm-email': {
      subject: '[{site}] 이메일 주소를 확인해 주세요',
      preview: '7일 안에 버튼을 눌러 가입을 마쳐 주세요.',
      title: '이메일 주소를 확인해 주세요',
      lead: '{site}에 가입해 주셔서 감사합니다. 아래 버튼을 눌러 이 주소를 직접 쓰고 계신지 확인해 주세요.',
      button: '이메일 주소 확인',
      notes: [
        '이 링크는 7일 동안 한 번만 쓸 수 있습니다.',
        '가입하신 적이 없다면 버튼을 누르지 말고 이 메일을 삭제해 주세요.',
      ],
      reason: '이 주소로 {site} 가입을 신청하여 보내 드리는 메일입니다.',
    },
    invitation: {
      subject: '[{site}] {network}에서 멤버로 초대했습니다',
      preview: '7일 안에 비밀번호를 정하고 시작해 주세요.',
      title: '{network}에서 초대했습니다',
      lead: '{site}에서 {network} 네트워크의 멤버로 초대받으셨습니다. 비밀번호를 정하면 바로 채널과 예상 수익을 볼 수 있습니다.',
      button: '초대 수락',
      notes: [
        '이 링크는 7일 동안 한 번만 쓸 수 있습니다.',
        '모르는 곳에서 온 초대라면 버튼을 누르지 말고 이 메일을 삭제해 주세요.',
      ],
      reason: '{network} 네트워크의 관리자가 이 주소를 초대하여 보내 드리는 메일입니다.',
    },
    'reset-password': {
      subject: '[{site}] 비밀번호를 다시 정해 주세요',
      preview: '30분 동안 쓸 수 있는 링크입니다.',
      title: '비밀번호를 다시 정해 주세요',
      lead: '{site} 계정의 비밀번호 재설정을 요청하셨습니다. 아래 버튼을 눌러 새 비밀번호를 정해 주세요.',
      button: '비밀번호 재설정',
      notes: [
        '이 링크는 30분 동안 한 번만 쓸 수 있습니다.',
        '요청하신 적이 없다면 이 메일을 삭제해 주세요. 비밀번호는 바뀌지 않습니다.',
      ],
      reason: '이 주소로 {site} 비밀번호 재설정을 요청하여 보내 드리는 메일입니다.',
    },
    'change-email': {
      subject: '[{site}] 새 이메일 주소를 확인해 주세요',
      preview: '24시간 안에 확인하면 이 주소로 바뀝니다.',
      title: '새 이메일 주소를 확인해 주세요',
      lead: '{site} 계정의 이메일을 이 주소로 바꾸려면 아래 버튼을 눌러 주세요. 그때까지는 예전 주소를 그대로 씁니다.',
      button: '새 주소 확인',
      notes: [
        '이 링크는 24시간 동안 한 번만 쓸 수 있습니다.',
        '요청하신 적이 없다면 버튼을 누르지 말고 이 메일을 삭제해 주세요.',
      ],
      reason: '{site} 계정의 이메일을 이 주소로 바꾸려고 하여 보내 드리는 메일입니다.',
    },
    'email-changed': {
      subject: '[{site}] 계정의 이메일 주소가 변경되었습니다',
      preview: '직접 변경하신 것이 아니라면 바로 알려 주세요.',
      title: '이메일 주소가 변경되었습니다',
      lead: '{site} 계정의 이메일이 다른 주소로 변경되었습니다. 이제 이 주소로는 로그인할 수 없습니다.',
      notes: ['직접 변경하셨다면 더 하실 일이 없습니다. 그렇지 않다면 바로 {site} 담당자에게 알려 주세요.'],
      reason: '계정을 지키기 위해 변경 전의 주소로 보내 드리는 메일입니다.',
    },
    'password-changed': {
      subject: '[{site}] 비밀번호가 변경되었습니다',
      preview: '직접 변경하신 것이 아니라면 바로 재설정해 주세요.',
      title: '비밀번호가 변경되었습니다',
      lead: '{site} 계정의 비밀번호가 변경되었습니다.',
      button: '로그인 페이지 열기',
      notes: [
        '직접 변경하셨다면 더 하실 일이 없습니다. 그렇지 않다면 로그인 페이지에서 바로 비밀번호를 재설정해 주세요.',
      ],
      reason: '계정을 지키기 위해 {site} 계정의 주소로 보내 드리는 메일입니다.',
    },
    'new-device': {
      subject: '[{site}] 새 기기에서 로그인했습니다',
      preview: '본인이 아니라면 비밀번호를 변경해 주세요.',
      title: '새 기기에서 로그인했습니다',
      lead: '지금까지 쓰지 않던 기기나 브라우저에서 {site} 계정에 로그인했습니다.',
      button: '로그인한 기기 보기',
      notes: [
        '본인이 로그인하셨다면 더 하실 일이 없습니다. 그렇지 않다면 그 기기를 로그아웃하고 비밀번호를 변경해 주세요.',
      ],
      reason: '계정을 지키기 위해 {site} 계정의 주소로 보내 드리는 메일입니다.',
    },
    'second-factor-changed': {
      subject: '[{site}] 2단계 인증 설정이 변경되었습니다',
      preview: '직접 변경하신 것이 아니라면 비밀번호를 변경해 주세요.',
      title: '2단계 인증 설정이 변경되었습니다',
      lead: '{change}',
      button: '계정 설정 열기',
      notes: [
        '직접 변경하셨다면 더 하실 일이 없습니다. 그렇지 않다면 바로 비밀번호를 변경하고 {site} 담당자에게 알려 주세요.',
      ],
      reason: '계정을 지키기 위해 {site} 계정의 주소로 보내 드리는 메일입니다.',
    },
    'join-request': {
      subject: '[{site}] {nickname} 님이 가입 승인을 기다립니다',
      preview: '멤버 관리에서 확인해 주세요.',
      title: '가입 승인을 기다리는 사람이 있습니다',
      lead: '{nickname} 님이 {site}에 가입하고 승인을 기다리고 있습니다. 멤버 관리에서 확인한 뒤 승인하거나 거절해 주세요.',
      button: '멤버 관리 열기',
      notes: [],
      reason: '{site}에서 네트워크를 관리하고 계셔서 보내 드리는 메일입니다.',
    },
    'join-approved': {
      subject: '[{site}] 가입이 승인되었습니다',
      preview: '이제 채널을 등록할 수 있습니다.',
      title: '가입이 승인되었습니다',
      lead: '이제 {site}에서 채널을 등록하고 예상 수익을 볼 수 있습니다.',
      button: '시작하기',
      notes: [],
      reason: '{site}에 가입을 신청하셔서 보내 드리는 메일입니다.',
    },
    'channel-reminder': {
      subject: '[{site}] 채널 인증을 마쳐 주세요: {channel}',
      preview: '{day}까지 인증하지 않으면 등록이 취소됩니다.',
      title: '채널 인증을 마쳐 주세요',
      lead: '{channel} 채널이 아직 인증되지 않았습니다. {day}까지 인증하지 않으면 등록이 취소됩니다.',
      button: '채널 인증하기',
      notes: ['채널 관리에서 인증 코드를 복사해 YouTube 채널 설명에 넣은 뒤 ‘인증하기’를 눌러 주세요.'],
      reason: '{site}에 채널을 등록하셔서 보내 드리는 안내 메일입니다.',
    },
    'channel-expired': {
      subject: '[{site}] 채널 등록이 취소되었습니다: {channel}',
      preview: '기한까지 인증되지 않았습니다. 다시 등록할 수 있습니다.',
      title: '채널 등록이 취소되었습니다',
      lead: '{channel} 채널이 기한까지 인증되지 않아 등록이 취소되었습니다.',
      button: '채널 관리 열기',
      notes: ['채널을 다시 등록하면 새 인증 코드를 받을 수 있습니다.'],
      reason: '{site}에 채널을 등록하셔서 보내 드리는 메일입니다.',
    },
    'channel-claimed': {
      subject: '[{site}] 다른 계정이 채널을 인증했습니다: {channel}',
      preview: '인증하지 않은 등록이 취소되었습니다.',
      title: '다른 계정이 채널을 인증했습니다',
      lead: '다른 계정이 {channel} 채널의 소유를 인증했습니다. 그래서 인증하지 않은 회원님의 등록이 취소되었습니다.',
      button: '채널 관리 열기',
      notes: ['직접 운영하는 채널이라면 YouTube에서 채널 관리자를 확인하고 {site} 담당자에게 알려 주세요.'],
      reason: '{site}에 채널을 등록하셔서 보내 드리는 메일입니다.',
    },
    'channel-released': {
      subject: '[{site}] 채널 등록이 해제되었습니다: {channel}',
      preview: '{site} 운영자가 등록을 해제했습니다.',
      title: '채널 등록이 해제되었습니다',
      lead: '{site} 운영자가 {channel} 채널의 등록을 해제했습니다. 이제 채널 목록에 나오지 않습니다.',
      button: '채널 관리 열기',
      notes: ['궁금한 점은 {site} 담당자에게 문의해 주세요.'],
      reason: '{site}에 채널을 등록하셔서 보내 드리는 메일입니다.',
    },
    statement: {
      subject: '[{site}] {month} 정산서가 나왔습니다',
      preview: '수익과 공제 내역을 확인해 주세요.',
      title: '{month} 정산서가 나왔습니다',
      lead: '{outcome}',
      button: '정산서 보기',
      notes: ['수익원과 채널별 수익, 공제된 금액을 정산서에서 볼 수 있습니다.'],
      reason: '{site}에서 수익을 정산받는 계정으로 보내 드리는 안내 메일입니다.',
    },
    'statement-paid': {
      subject: '[{site}] {month} 정산금이 지급되었습니다',
      preview: '지급일과 송금 번호를 정산서에서 볼 수 있습니다.',
      title: '{month} 정산금이 지급되었습니다',
      lead: '{day}에 {amount} 지급이 완료되었습니다. 송금 번호: {reference}',
      button: '정산서 보기',
      notes: ['은행에 따라 입금까지 며칠이 걸릴 수 있습니다.'],
      reason: '{site}에서 수익을 정산받는 계정으로 보내 드리는 안내 메일입니다.',
    },
    'payee-changed': {
      subject: '[{site}] 지급 정보가 변경되었습니다',
      preview: '직접 변경하신 것이 아니라면 바로 비밀번호를 변경해 주세요.',
      title: '지급 정보가 변경되었습니다',
      lead: '{site} 계정의 지급 정보가 변경되었습니다. 확인이 끝날 때까지 새 정보로는 지급되지 않습니다.',
      button: '지급 정보 확인하기',
      notes: [
        '직접 변경하셨다면 더 하실 일이 없습니다. 그렇지 않다면 바로 비밀번호를 변경하고 {site} 담당자에게 알려 주세요.',
      ],
      reason: '계정을 지키기 위해 {site} 계정의 주소로 보내 드리는 메일입니다.',
    },
    'payee-waiting': {
      subject: '[{site}] {nickname} 님의 지급 정보를 확인해 주세요',
      preview: '확인한 뒤에 지급할 수 있습니다.',
      title: '확인을 기다리는 지급 정보가 있습니다',
      lead: '{nickname} 님이 지급 정보를 입력했습니다. 본인에게 전화 등 다른 방법으로 확인한 뒤 멤버 관리에서 승인하거나 반려해 주세요.',
      button: '멤버 관리 열기',
      notes: [],
      reason: '{site}에서 네트워크를 관리하고 계셔서 보내 드리는 메일입니다.',
    },
    'payee-rejected': {
      subject: '[{site}] 지급 정보를 다시 입력해 주세요',
      preview: '입력하신 지급 정보가 반려되었습니다.',
      title: '지급 정보가 반려되었습니다',
      lead: '관리자가 입력하신 지급 정보를 반려했습니다. 이유: {reason}',
      button: '지급 정보 수정하기',
      notes: ['계정 설정에서 지급 정보를 다시 입력해 주세요. 확인이 끝난 뒤에 지급됩니다.'],
      reason: '{site}에 지급 정보를 입력하셔서 보내 드리는 메일입니다.',
    },
    'operator-alert': {
      subject: '[{site}] {alert}',
      preview: '{advice}',
      title: '{alert}',
      lead: '{advice}',
      notes: [
        '자세한 내용은 서버에서 doctor 명령으로 볼 수 있습니다.',
        '같은 일로 다시 보내 드리지 않습니다.',
      ],
      reason: '{site}의 운영자 권한이 있는 계정으로 보내 드리는 메일입니다.',
    },
    test: {
      subject: '[{site}] 메일 발송 시험',
      preview: '이 메일이 보이면 메일 설정이 올바릅니다.',
      title: '메일이 잘 도착했습니다',
      lead: '{site} 운영자가 메일 설정을 시험하려고 보낸 메일입니다. 하실 일은 없습니다.',
      notes: [],
      reason: '{site} 운영자가 이 주소를 입력하여 보내 드리는 메일입니다.',
    },
  },
  unsubscribePage: {
    title: '안내와 정산 메일 수신',
    question:
      '{site}의 안내와 정산 메일을 그만 받으시겠습니까? 로그인과 보안에 관한 메일은 계속 보내 드립니다.',
    confirm: '그만 받기',
    done: '이제 안내와 정산 메일을 보내지 않습니다. 로그인과 보안에 관한 메일은 계속 보내 드립니다.',
    undo: '다시 받기',
    undone: '안내와 정산 메일을 다시 보내 드립니다.',
  },
}
