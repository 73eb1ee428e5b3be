// Validates with kin-openapi. Arguments: see judge.Serve.
package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"validators/judge"
)

var options = &openapi3filter.Options{
	MultiError:            true,
	IncludeResponseStatus: true,
	AuthenticationFunc: func(_ context.Context, input *openapi3filter.AuthenticationInput) error {
		return judge.RequireBearer(input.RequestValidationInput.Request)
	},
}

func main() {
	judge.Serve(func(document []byte) (judge.Validate, error) {
		loaded, err := openapi3.NewLoader().LoadFromData(document)
		if err != nil {
			return nil, err
		}
		if err := loaded.Validate(context.Background()); err != nil {
			return nil, err
		}
		router, err := gorillamux.NewRouter(loaded)
		return func(request *http.Request, response *http.Response) judge.Verdict {
			return validate(router, request, response)
		}, err
	})
}

func validate(router routers.Router, request *http.Request, response *http.Response) judge.Verdict {
	route, parameters, err := router.FindRoute(request)
	if err != nil {
		return judge.Verdict{Request: messages(err)}
	}
	input := &openapi3filter.RequestValidationInput{
		Request: request, PathParams: parameters, Route: route, Options: options,
	}
	output := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input,
		Status:                 response.StatusCode,
		Header:                 response.Header,
		Body:                   response.Body,
		Options:                options,
	}
	return judge.Verdict{
		HasOperation: true,
		Request:      messages(openapi3filter.ValidateRequest(context.Background(), input)),
		Response:     messages(openapi3filter.ValidateResponse(context.Background(), output)),
	}
}

func messages(err error) []string {
	var several openapi3.MultiError
	if errors.As(err, &several) {
		all := []string{}
		for _, one := range several {
			all = append(all, one.Error())
		}
		return all
	}
	if err != nil {
		return []string{err.Error()}
	}
	return nil
}
