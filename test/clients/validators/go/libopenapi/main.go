// Validates with libopenapi-validator. Arguments: see judge.Serve.
package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"
	"github.com/pb33f/libopenapi-validator/content"
	validation "github.com/pb33f/libopenapi-validator/errors"
	"github.com/pb33f/libopenapi-validator/helpers"
	"validators/judge"
)

func main() {
	judge.Serve(func(document []byte) (judge.Validate, error) {
		loaded, err := libopenapi.NewDocument(document)
		if err != nil {
			return nil, err
		}
		created, errs := validator.NewValidator(
			loaded,
			config.WithFormatAssertions(),
			config.WithStrictServerMatching(),
			config.WithStandardBodyDecoders(),
			config.WithBodyDecoder("*/*", content.BinaryDecoder()),
			config.WithRejectUnsupportedBodyContent(),
			config.WithAuthenticationFunc(func(_ context.Context, input *config.AuthenticationInput) error {
				return judge.RequireBearer(input.Request)
			}),
		)
		if len(errs) > 0 {
			return nil, errors.Join(errs...)
		}
		if _, problems := created.ValidateDocument(); len(problems) > 0 {
			return nil, problems[0]
		}
		return func(request *http.Request, response *http.Response) judge.Verdict {
			return validate(created, request, response)
		}, nil
	})
}

func validate(created validator.Validator, request *http.Request, response *http.Response) judge.Verdict {
	_, requestErrors := created.ValidateHttpRequestSync(request)
	if len(requestErrors) > 0 && requestErrors[0].ValidationType == helpers.PathValidation {
		return judge.Verdict{Request: messages(requestErrors)}
	}
	_, responseErrors := created.ValidateHttpResponse(request, response)
	return judge.Verdict{HasOperation: true, Request: messages(requestErrors), Response: messages(responseErrors)}
}

func messages(errs []*validation.ValidationError) []string {
	all := []string{}
	for _, err := range errs {
		all = append(all, err.Error())
	}
	return all
}
