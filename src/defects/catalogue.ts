import { attachmentNotDeleted } from './attachments/attachment-not-deleted.js'
import { contentTypeLost } from './attachments/content-type-lost.js'
import { downloadTruncated } from './attachments/download-truncated.js'
import { fileNameWithoutExtension } from './attachments/file-name-without-extension.js'
import { fileSizeOffByOne } from './attachments/file-size-off-by-one.js'
import { fourthFileAccepted } from './attachments/fourth-file-accepted.js'
import { largestFileRefused } from './attachments/largest-file-refused.js'
import { uploadKeepsFirstFile } from './attachments/upload-keeps-first-file.js'
import { currentRoleWithoutPrefix } from './auth/current-role-without-prefix.js'
import { expiresInMilliseconds } from './auth/expires-in-milliseconds.js'
import { loginFailureReturns400 } from './auth/login-failure-returns-400.js'
import { logoutKeepsSession } from './auth/logout-keeps-session.js'
import { logoutReturns204 } from './auth/logout-returns-204.js'
import { missingTokenReturns401 } from './auth/missing-token-returns-401.js'
import { notFoundBeforeToken } from './auth/not-found-before-token.js'
import { refreshTokenReusable } from './auth/refresh-token-reusable.js'
import { tokenSignatureIgnored } from './auth/token-signature-ignored.js'
import { userDeletesAll } from './auth/user-deletes-all.js'
import { commentKeepsUpdatedAt } from './comments/comment-keeps-updated-at.js'
import { commentTouchesTask } from './comments/comment-touches-task.js'
import { commentsNewestFirst } from './comments/comments-newest-first.js'
import { otherCommentDeletable } from './comments/other-comment-deletable.js'
import { concurrentCreatesSharePlace } from './concurrency/concurrent-creates-share-place.js'
import type { Defect } from './defect.js'
import { errorMediaTypeIsText } from './error-bodies/error-media-type-is-text.js'
import { errorPathConstant } from './error-bodies/error-path-constant.js'
import { errorPathWithQuery } from './error-bodies/error-path-with-query.js'
import { errorStatusIsText } from './error-bodies/error-status-is-text.js'
import { errorWithoutErrors } from './error-bodies/error-without-errors.js'
import { errorWithoutTimestamp } from './error-bodies/error-without-timestamp.js'
import { firstInvalidFieldOnly } from './error-bodies/first-invalid-field-only.js'
import { notFoundWithoutId } from './error-bodies/not-found-without-id.js'
import { defaultPriorityIsLow } from './fields/default-priority-is-low.js'
import { labelsSorted } from './fields/labels-sorted.js'
import { missingDescriptionIsEmpty } from './fields/missing-description-is-empty.js'
import { textEscaped } from './fields/text-escaped.js'
import { timestampsWithMilliseconds } from './fields/timestamps-with-milliseconds.js'
import { titleTrimmed } from './fields/title-trimmed.js'
import { allowListsAllMethods } from './headers/allow-lists-all-methods.js'
import { contentDispositionMissing } from './headers/content-disposition-missing.js'
import { locationMissing } from './headers/location-missing.js'
import { locationOfList } from './headers/location-of-list.js'
import { tokensCacheable } from './headers/tokens-cacheable.js'
import { filtersJoinedByOr } from './lists/filters-joined-by-or.js'
import { lastPageLacksTask } from './lists/last-page-lacks-task.js'
import { listIgnoresDirection } from './lists/list-ignores-direction.js'
import { listIgnoresPriority } from './lists/list-ignores-priority.js'
import { listIgnoresStatus } from './lists/list-ignores-status.js'
import { missingDatesFirst } from './lists/missing-dates-first.js'
import { pageCountedFrom1 } from './lists/page-counted-from-1.js'
import { pagePastEndReturns404 } from './lists/page-past-end-returns-404.js'
import { sizeIgnored } from './lists/size-ignored.js'
import { statusSortedByName } from './lists/status-sorted-by-name.js'
import { tiesUnstable } from './lists/ties-unstable.js'
import { titleOrderIgnoresCase } from './lists/title-order-ignores-case.js'
import { totalElementsOfPage } from './lists/total-elements-of-page.js'
import { totalPagesRoundedDown } from './lists/total-pages-rounded-down.js'
import { deleteLeavesGap } from './ordering/delete-leaves-gap.js'
import { moveKeepsStatus } from './ordering/move-keeps-status.js'
import { newTaskComesFirst } from './ordering/new-task-comes-first.js'
import { reorderAppends } from './ordering/reorder-appends.js'
import { reorderEmptiesChecklist } from './ordering/reorder-empties-checklist.js'
import { reorderKeepsUpdatedAt } from './ordering/reorder-keeps-updated-at.js'
import { reorderOffByOne } from './ordering/reorder-off-by-one.js'
import { putIgnoresStatus } from './replace/put-ignores-status.js'
import { putKeepsOmittedFields } from './replace/put-keeps-omitted-fields.js'
import { putKeepsUpdatedAt } from './replace/put-keeps-updated-at.js'
import { putLosesAttachments } from './replace/put-loses-attachments.js'
import { putLosesComments } from './replace/put-loses-comments.js'
import { putMergesLabels } from './replace/put-merges-labels.js'
import { putMovesToEnd } from './replace/put-moves-to-end.js'
import { putRenewsChecklistIds } from './replace/put-renews-checklist-ids.js'
import { putResetsCreatedAt } from './replace/put-resets-created-at.js'
import { searchDropsFilters } from './search/search-drops-filters.js'
import { searchHasWildcards } from './search/search-has-wildcards.js'
import { searchIsCaseSensitive } from './search/search-is-case-sensitive.js'
import { searchSkipsDescription } from './search/search-skips-description.js'
import { searchSkipsLabels } from './search/search-skips-labels.js'
import { deleteAllDeletesFirstPage } from './state/delete-all-deletes-first-page.js'
import { deleteAllKeepsComments } from './state/delete-all-keeps-comments.js'
import { deletedIdComesBack } from './state/deleted-id-comes-back.js'
import { commentReturns200 } from './status-codes/comment-returns-200.js'
import { createReturns200 } from './status-codes/create-returns-200.js'
import { deleteReturns200 } from './status-codes/delete-returns-200.js'
import { deleteUnknownReturns204 } from './status-codes/delete-unknown-returns-204.js'
import { getUnknownReturnsNull } from './status-codes/get-unknown-returns-null.js'
import { largeFileReturns413 } from './status-codes/large-file-returns-413.js'
import { replaceReturns204 } from './status-codes/replace-returns-204.js'
import { validationReturns422 } from './status-codes/validation-returns-422.js'
import { validationReturns500 } from './status-codes/validation-returns-500.js'
import { wrongMethodReturns404 } from './status-codes/wrong-method-returns-404.js'
import { summaryIsCached } from './summary/summary-is-cached.js'
import { summaryTotalLacksColumn } from './summary/summary-total-lacks-column.js'
import { blankCommentAccepted } from './validation/blank-comment-accepted.js'
import { blankTitleAccepted } from './validation/blank-title-accepted.js'
import { checklistTextTooLongAccepted } from './validation/checklist-text-too-long-accepted.js'
import { descriptionTooLongAccepted } from './validation/description-too-long-accepted.js'
import { dueDateRollsOver } from './validation/due-date-rolls-over.js'
import { longestTitleRefused } from './validation/longest-title-refused.js'
import { missingStatusAccepted } from './validation/missing-status-accepted.js'
import { negativeIndexAccepted } from './validation/negative-index-accepted.js'
import { negativePageAccepted } from './validation/negative-page-accepted.js'
import { numberAsTitleAccepted } from './validation/number-as-title-accepted.js'
import { pageSizeClamped } from './validation/page-size-clamped.js'
import { titleTooLongAccepted } from './validation/title-too-long-accepted.js'
import { unknownSortIgnored } from './validation/unknown-sort-ignored.js'
import { unknownStatusAccepted } from './validation/unknown-status-accepted.js'

/** All defects, by area. The hooks of a board with several defects run in this order. */
export const DEFECTS: readonly Defect[] = [
  commentReturns200,
  createReturns200,
  deleteReturns200,
  deleteUnknownReturns204,
  getUnknownReturnsNull,
  largeFileReturns413,
  replaceReturns204,
  validationReturns422,
  validationReturns500,
  wrongMethodReturns404,
  blankCommentAccepted,
  blankTitleAccepted,
  checklistTextTooLongAccepted,
  descriptionTooLongAccepted,
  dueDateRollsOver,
  longestTitleRefused,
  missingStatusAccepted,
  negativeIndexAccepted,
  negativePageAccepted,
  numberAsTitleAccepted,
  pageSizeClamped,
  titleTooLongAccepted,
  unknownSortIgnored,
  unknownStatusAccepted,
  errorMediaTypeIsText,
  errorPathConstant,
  errorPathWithQuery,
  errorStatusIsText,
  errorWithoutErrors,
  errorWithoutTimestamp,
  firstInvalidFieldOnly,
  notFoundWithoutId,
  defaultPriorityIsLow,
  labelsSorted,
  missingDescriptionIsEmpty,
  textEscaped,
  timestampsWithMilliseconds,
  titleTrimmed,
  putIgnoresStatus,
  putKeepsOmittedFields,
  putKeepsUpdatedAt,
  putLosesAttachments,
  putLosesComments,
  putMergesLabels,
  putMovesToEnd,
  putRenewsChecklistIds,
  putResetsCreatedAt,
  filtersJoinedByOr,
  lastPageLacksTask,
  listIgnoresDirection,
  listIgnoresPriority,
  listIgnoresStatus,
  missingDatesFirst,
  pageCountedFrom1,
  pagePastEndReturns404,
  sizeIgnored,
  statusSortedByName,
  tiesUnstable,
  titleOrderIgnoresCase,
  totalElementsOfPage,
  totalPagesRoundedDown,
  searchDropsFilters,
  searchHasWildcards,
  searchIsCaseSensitive,
  searchSkipsDescription,
  searchSkipsLabels,
  deleteLeavesGap,
  moveKeepsStatus,
  newTaskComesFirst,
  reorderAppends,
  reorderEmptiesChecklist,
  reorderKeepsUpdatedAt,
  reorderOffByOne,
  summaryIsCached,
  summaryTotalLacksColumn,
  commentKeepsUpdatedAt,
  commentTouchesTask,
  commentsNewestFirst,
  otherCommentDeletable,
  attachmentNotDeleted,
  contentTypeLost,
  downloadTruncated,
  fileNameWithoutExtension,
  fileSizeOffByOne,
  fourthFileAccepted,
  largestFileRefused,
  uploadKeepsFirstFile,
  deleteAllDeletesFirstPage,
  deleteAllKeepsComments,
  deletedIdComesBack,
  currentRoleWithoutPrefix,
  expiresInMilliseconds,
  loginFailureReturns400,
  logoutKeepsSession,
  logoutReturns204,
  missingTokenReturns401,
  notFoundBeforeToken,
  refreshTokenReusable,
  tokenSignatureIgnored,
  userDeletesAll,
  allowListsAllMethods,
  contentDispositionMissing,
  locationMissing,
  locationOfList,
  tokensCacheable,
  concurrentCreatesSharePlace,
]

/** Returns the defects that boards can have in an edition. */
export function defectsOf(edition: string): readonly Defect[] {
  return DEFECTS.filter(({ editions }) => editions?.includes(edition) ?? true)
}
